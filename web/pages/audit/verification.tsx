import { type ReactNode, useState } from 'react';
import type { AuditVerification } from '../../../client/operations.data.ts';
import { hub } from '../../hub.ts';
import { formatAmount, formatExact } from '../../model/format.ts';
import { Button } from '../../parts/button.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { ErrorNotice, Notice } from '../../parts/states.tsx';

interface State {
  busy: boolean;
  checked: number;
  at: string;
  found?: AuditVerification;
  error?: unknown;
}

interface Verification {
  state: State | undefined;
  start: () => Promise<void>;
}

/** Follows the chain from its beginning, in as many calls as it takes. */
export function useVerification(): Verification {
  const [state, setState] = useState<State>();
  const start = async (): Promise<void> => {
    const at = new Date().toISOString();
    let checked = 0;
    let after: AuditVerification['verified_to'] | undefined;
    setState({ busy: true, checked, at });
    try {
      for (;;) {
        const found = await hub.call('verifyAuditEvents', { body: after === undefined ? {} : { after } });
        checked += found.checked;
        after = found.verified_to;
        const isOver = found.complete || !found.ok || found.checked === 0;
        setState({ busy: !isOver, checked, at, found });
        if (isOver) return;
      }
    } catch (error) {
      setState({ busy: false, checked, at, error });
    }
  };
  return { state, start };
}

/** What the last verification of this visit found. */
export function VerificationNotice({ state, start }: Verification): ReactNode {
  return (
    <div role="status" className={state === undefined ? 'hidden-text' : undefined}>
      {state?.error !== undefined ? (
        <ErrorNotice error={state.error} onRetry={() => void start()} />
      ) : state?.busy === true ? (
        <Notice tone="busy" title="The chain is being verified">
          <p>{formatAmount(state.checked, 'event')} so far…</p>
        </Notice>
      ) : (
        state?.found !== undefined && <Outcome found={state.found} checked={state.checked} at={state.at} />
      )}
    </div>
  );
}

function Outcome({ found, checked, at }: { found: AuditVerification; checked: number; at: string }): ReactNode {
  const { ok, problems, unsealed, unauthenticated, checkpoint } = found;
  if (!ok) {
    return (
      <Notice tone="bad" title="The log was changed">
        <ul>
          {problems.map(({ code, message, sequence }) => (
            <li key={`${code} ${sequence}`}>{message}</li>
          ))}
        </ul>
      </Notice>
    );
  }
  return (
    <Notice tone="good" title="The log is intact">
      <p>
        {formatAmount(checked, 'event')} follow one another as they were written. Verified on {formatExact(at)}.
        {unsealed > 0 && ` ${formatAmount(unsealed, 'event')} of the last seconds will be sealed next.`}
        {unauthenticated > 0 && ` ${formatAmount(unauthenticated, 'event')} at the beginning cannot be authenticated.`}
      </p>
      {checkpoint !== undefined && (
        <Button
          looks={['small']}
          icon="export"
          onClick={() =>
            saveFile(
              `audit-checkpoint-${checkpoint.sequence}.json`,
              [JSON.stringify(checkpoint, undefined, 2)],
              'application/json',
            )
          }
        >
          Keep the checkpoint
        </Button>
      )}
    </Notice>
  );
}
