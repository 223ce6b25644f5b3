import { type ReactNode, useState } from 'react';
import type { ApprovalDelegation } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { InputError } from '../../model/describe-error.ts';
import { readText } from '../../model/read-text.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Notice } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { act, sayDone } from '../../parts/toasts.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { useMe } from '../../shell/session.tsx';

/** Lets another member decide for the one who is signed in. */
export function DelegateButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Let another member decide…</Button>
      <FormDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Let another member decide for you?"
        lead="For a time, for example while you are away. Approvals and the audit log name both of you."
        act="Let them decide"
        onSubmit={async (form) => {
          const until = new Date(readText(form, 'ends_at'));
          if (Number.isNaN(until.getTime())) throw new InputError('Say until when they may decide.');
          const body = { to: readText(form, 'to').trim(), ends_at: until.toISOString() };
          await hub.call('createDelegation', { body });
          sayDone('They may decide for you');
          await queries.invalidateQueries();
        }}
      >
        {() => (
          <>
            <TextField
              label="E-mail address of the member"
              name="to"
              type="email"
              help="They need a role of their own that decides on approvals."
              required
            />
            <TextField
              label="Until"
              name="ends_at"
              type="datetime-local"
              help="By the clock of this computer. You can end it before."
              required
            />
          </>
        )}
      </FormDialog>
    </>
  );
}

/** Who decides for whom now or later, as far as it concerns the one who is signed in. */
export function Delegations(): ReactNode {
  const { id } = useMe();
  const delegations = useQuery(ask('listDelegations', {}));
  return (delegations.data?.data ?? []).map((delegation) => (
    <Notice key={delegation.id} tone="idle">
      <Words delegation={delegation} me={id} />{' '}
      <Button
        looks={['small']}
        onClick={() =>
          void act(async () => {
            await hub.call('endDelegation', { params: { id: delegation.id } });
            await queries.invalidateQueries();
          }, 'Ended')
        }
      >
        End
      </Button>
    </Notice>
  ));
}

function Words({ delegation, me }: { delegation: ApprovalDelegation; me: string }): ReactNode {
  const { member, delegate, starts_at: from, ends_at: until } = delegation;
  const isGiven = member.id === me;
  return (
    <>
      {isGiven ? `${delegate.name} decides for you` : `You decide for ${member.name}`} from <Time at={from} /> until{' '}
      <Time at={until} />.
    </>
  );
}
