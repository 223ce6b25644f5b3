import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Connection } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { Menu } from '../../parts/menu.tsx';
import { act, sayDone } from '../../parts/toasts.tsx';
import { useCanIn } from '../../shell/session.tsx';
import { CredentialsButton } from './credentials-button.tsx';
import { EditButton } from './edit-button.tsx';
import { isFailing } from './is-failing.ts';

export function ConnectionActions({
  connection,
  etag,
}: {
  connection: Connection;
  etag: string | undefined;
}): ReactNode {
  const [asking, setAsking] = useState<'roll back' | 'delete'>();
  const navigate = useNavigate();
  const mayWrite = useCanIn('connections:write', connection.account_id);
  const { id, name, status } = connection;
  const params = { id };
  const close = (): void => setAsking(undefined);
  if (!mayWrite) return null;
  const setStatus = (next: 'active' | 'disabled'): Promise<void> =>
    act(
      async () => {
        await hub.call('patchConnection', { params, body: { status: next } });
        await queries.invalidateQueries();
      },
      next === 'active' ? 'It is enabled' : 'It is disabled',
    );
  return (
    <>
      <EditButton connection={connection} etag={etag} />
      {/* Where it fails, what says so has the button. */}
      {!isFailing(connection) && <CredentialsButton connection={connection} />}
      <Menu
        label="More acts"
        icon="more"
        entries={[
          status === 'disabled'
            ? { label: 'Enable', icon: 'check', onSelect: () => void setStatus('active') }
            : { label: 'Disable', icon: 'stop', onSelect: () => void setStatus('disabled') },
          { label: 'Back to the credentials before…', icon: 'retry', onSelect: () => setAsking('roll back') },
          { label: 'Delete…', icon: 'cross', danger: true, onSelect: () => setAsking('delete') },
        ]}
      />
      <ConfirmDialog
        open={asking === 'roll back'}
        onClose={close}
        title="Use the credentials before?"
        act="Use them"
        onConfirm={async () => {
          await hub.call('rollBackCredentials', { params });
          await queries.invalidateQueries();
          sayDone('The credentials before are used again');
        }}
      >
        They are kept for a day after they were replaced.
      </ConfirmDialog>
      <DeleteDialog
        open={asking === 'delete'}
        name={name}
        onDelete={async () => {
          await hub.call('deleteConnection', { params });
          await navigate({ to: '/connections' });
        }}
        onClose={close}
      >
        Its credentials are destroyed. A connection that an integration uses is not deleted.
      </DeleteDialog>
    </>
  );
}
