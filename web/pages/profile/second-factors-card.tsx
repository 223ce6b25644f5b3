import { type ReactNode, useState } from 'react';
import type { SecondFactor } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { sayDone, sayRefused } from '../../parts/toasts.tsx';
import { NewFactorDialog } from './new-factor-dialog.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** Applications that make the codes of the second step, and the codes for when there is none at hand. */
export function SecondFactorsCard({ onCodes }: { onCodes: (codes: readonly string[]) => void }): ReactNode {
  const factors = useQuery(ask('listSecondFactors', {}));
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<SecondFactor>();
  const known = (factors.data?.data ?? []).filter(({ confirmed }) => confirmed);
  const renew = (): void =>
    void hub
      .call('renewRecoveryCodes', {})
      .then((made) => onCodes(made.recovery_codes))
      .catch(sayRefused);
  return (
    <Card
      title="Authenticators"
      actions={
        <Button icon="plus" onClick={() => setAdding(true)}>
          Add an authenticator
        </Button>
      }
    >
      {factors.isPending ? (
        <Skeleton lines={2} />
      ) : factors.isError ? (
        <ErrorNotice error={factors.error} onRetry={() => void factors.refetch()} />
      ) : known.length === 0 ? (
        <Notice tone="idle" title="A password alone lets you in">
          <p>With an application that makes codes, a stolen password is not enough.</p>
        </Notice>
      ) : (
        <div className="stack">
          <ul className="plain">
            {known.map((factor) => (
              <li key={factor.id} className="spread">
                <span>
                  <strong>{factor.name}</strong> <Badge tone="good">Asked for</Badge>
                  <small className="soft under">
                    Last used <Time at={factor.last_used_at} />
                  </small>
                </span>
                <Button looks={['small']} aria-label={`Remove ${factor.name}`} onClick={() => setRemoved(factor)}>
                  Remove
                </Button>
              </li>
            ))}
          </ul>
          <Button onClick={renew}>Make new recovery codes</Button>
        </div>
      )}
      <NewFactorDialog open={isAdding} onClose={() => setAdding(false)} onConfirmed={onCodes} />
      {removed !== undefined && (
        <ConfirmDialog
          open
          onClose={() => setRemoved(undefined)}
          title={`Remove ${removed.name}?`}
          act="Remove"
          danger
          onConfirm={async () => {
            await hub.call('removeSecondFactor', { params: { id: removed.id } });
            await queries.invalidateQueries();
            sayDone(`${removed.name} is removed`);
          }}
        >
          Its codes are no longer asked for. The recovery codes go with the last second factor.
        </ConfirmDialog>
      )}
    </Card>
  );
}
