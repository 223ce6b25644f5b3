import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Connection } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog, FormDialog } from '../../parts/dialogs.tsx';
import { Menu } from '../../parts/menu.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { act, sayDone } from '../../parts/toasts.tsx';
import { useCanIn } from '../../shell/session.tsx';
import { ConnectionFields, readConnection } from '../../parts/connection-form.tsx';
import { useQuery } from '../../parts/use-query.ts';

export function ConnectionActions({ connection }: { connection: Connection }): ReactNode {
  const [asking, setAsking] = useState<'credentials' | 'roll back' | 'delete'>();
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
      <Button icon="keys" onClick={() => setAsking('credentials')}>
        Replace credentials
      </Button>
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
      <ReplaceDialog connection={connection} open={asking === 'credentials'} onClose={close} />
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
      <ConfirmDialog
        open={asking === 'delete'}
        onClose={close}
        title={`Delete ${name}?`}
        act="Delete"
        danger
        onConfirm={async () => {
          await hub.call('deleteConnection', { params });
          await navigate({ to: '/connections' });
          sayDone(`${name} is deleted`);
        }}
      >
        Its credentials are destroyed. A connection that an integration uses is not deleted.
      </ConfirmDialog>
    </>
  );
}

/** Runs use the new credentials from their next call on; the old ones stay for a day, for the way back. */
function ReplaceDialog({
  connection: { id, name, service_type: type },
  open,
  onClose,
}: {
  connection: Connection;
  open: boolean;
  onClose: () => void;
}): ReactNode {
  const found = useQuery({ ...ask('getConnector', { params: { id: type } }), enabled: open });
  const connector = found.data?.data;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Replace the credentials of ${name}`}
      lead="Runs use the new ones from their next call on. The old ones are kept for a day, in case you need them back."
      act="Replace"
      onSubmit={async (form) => {
        if (connector === undefined) return;
        const { credentials } = readConnection(connector, form);
        await hub.call('replaceCredentials', { params: { id }, body: { credentials } });
        await queries.invalidateQueries();
        sayDone('The credentials are replaced', 'Test the connection to see that they work.');
      }}
    >
      {(error) =>
        found.isError ? (
          <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
        ) : connector === undefined ? (
          <Skeleton lines={3} />
        ) : (
          <ConnectionFields connector={connector} withConfig={false} error={error} />
        )
      }
    </FormDialog>
  );
}
