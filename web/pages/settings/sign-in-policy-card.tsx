import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { SignInPolicy } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { formatMinutes } from '../../model/format.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { useCan } from '../../shell/session.tsx';

const idleChoices = [5, 15, 30, 60, 240, 720];
const lifetimeChoices = [60, 480, 720, 1440, 4320, 10_080];

/** Whether members need a second factor, and how long their sessions last. */
export function SignInPolicyCard(): ReactNode {
  const found = useQuery(ask('getSignInPolicy', {}));
  return (
    <Card title="Signing in" note="Applies to all members within a second, including those who are signed in.">
      {found.isPending ? (
        <Skeleton lines={3} />
      ) : found.isError ? (
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Editor key={found.data.etag} policy={found.data.data} etag={found.data.etag} />
      )}
    </Card>
  );
}

function Editor({ policy, etag }: { policy: SignInPolicy; etag: string | undefined }): ReactNode {
  // Control of how people sign in is the owners', as that of identity providers.
  const mayWrite = useCan('*');
  const [draft, setDraft] = useState(policy);
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const change = (changed: Partial<SignInPolicy>): void => setDraft({ ...draft, ...changed });
  const save = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setState({ busy: true });
    try {
      await hub.call('updateSignInPolicy', { body: draft }, etag === undefined ? {} : { ifMatch: etag });
      setState({ busy: false });
      await queries.invalidateQueries();
      sayDone('Saved');
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  return (
    <form className="stack" onSubmit={(event) => void save(event)} noValidate>
      <Choice
        disabled={!mayWrite}
        label="Second factor"
        value={draft.second_factor}
        options={[
          ['optional', 'Everybody decides for themselves'],
          ['required', 'Required of every member'],
        ]}
        onChange={(value) => change({ second_factor: value === 'required' ? 'required' : 'optional' })}
        help="Who has none is led to set one up, and can do nothing else. Who signs in by an identity provider is exempt: that provider decides whether it asks for one. So are API keys and other programs."
      />
      <Choice
        disabled={!mayWrite}
        label="A session ends without use after"
        value={String(draft.session_idle_minutes)}
        options={toOptions(idleChoices, policy.session_idle_minutes)}
        onChange={(value) => change({ session_idle_minutes: Number(value) })}
      />
      <Choice
        disabled={!mayWrite}
        label="A session ends in any case after"
        value={String(draft.session_lifetime_minutes)}
        options={toOptions(lifetimeChoices, policy.session_lifetime_minutes)}
        onChange={(value) => change({ session_lifetime_minutes: Number(value) })}
        help="Counted from signing in with a password, passkey or identity provider."
      />
      {state.error !== undefined && <ErrorNotice error={state.error} />}
      <div className="row">
        <Button type="submit" looks={['primary']} busy={state.busy} disabled={!mayWrite}>
          Save how members sign in
        </Button>
      </div>
    </form>
  );
}

/** What was chosen over the API is offered, too. */
function toOptions(choices: readonly number[], present: number): [string, string][] {
  const all = [...new Set([...choices, present])].toSorted((one, other) => one - other);
  return all.map((minutes) => [String(minutes), formatMinutes(minutes)]);
}
