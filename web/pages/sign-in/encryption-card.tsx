import { type ReactNode, useState } from 'react';
import type { SsoConnection } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { act, sayDone } from '../../parts/toasts.tsx';

/** Turns encrypted assertions of a SAML provider on and off, and exchanges the key. */
export function EncryptionCard({
  connection: { id, encryption },
  mayWrite,
}: {
  connection: SsoConnection;
  mayWrite: boolean;
}): ReactNode {
  const [asks, setAsks] = useState(false);
  const make = (): Promise<void> =>
    act(async () => {
      await hub.call('rotateSsoEncryptionKey', { params: { id } });
      await queries.invalidateQueries();
    }, 'The provider may encrypt for the new certificate now');
  const actions = mayWrite && (
    <>
      <Button looks={['small']} onClick={() => void make()}>
        {encryption === undefined ? 'Allow encryption' : 'Rotate the key'}
      </Button>
      {encryption !== undefined && (
        <Button looks={['small']} onClick={() => setAsks(true)}>
          Turn off …
        </Button>
      )}
    </>
  );
  return (
    <Card title="Encrypted assertions" actions={actions}>
      {encryption === undefined ? (
        <p className="soft">They are refused. Answers travel over https in any case.</p>
      ) : (
        <dl className="facts">
          <dt>Certificate for the provider</dt>
          <dd className="row">
            Since {encryption.made_at.slice(0, 10)}
            <CopyButton text={encryption.certificate} what="Certificate" />
          </dd>
          {encryption.previous_until !== undefined && (
            <>
              <dt>The previous one is read until</dt>
              <dd>{encryption.previous_until.slice(0, 10)}</dd>
            </>
          )}
        </dl>
      )}
      {asks && (
        <ConfirmDialog
          open
          onClose={() => setAsks(false)}
          title="Refuse encrypted assertions?"
          act="Turn off"
          danger
          onConfirm={async () => {
            await hub.call('removeSsoEncryptionKey', { params: { id } });
            await queries.invalidateQueries();
            sayDone('Encrypted assertions are refused');
          }}
        >
          The keys are deleted. Turn encryption off at the provider first: nobody signs in by it otherwise.
        </ConfirmDialog>
      )}
    </Card>
  );
}
