import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ExecuteInput, Integration } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { Button } from '../../parts/button.tsx';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { ConfirmDialog, FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Menu, type MenuEntry } from '../../parts/menu.tsx';
import { act } from '../../parts/toasts.tsx';
import { useCanIn } from '../../shell/session.tsx';

type Asking = 'full' | 'since' | 'deactivate' | 'delete' | undefined;

/** Running it, and letting its triggers run it. */
export function IntegrationActions({
  integration,
  etag,
}: {
  integration: Integration;
  etag: string | undefined;
}): ReactNode {
  const [asking, setAsking] = useState<Asking>();
  const navigate = useNavigate();
  const { id, status, readiness, account_id: accountId } = integration;
  const [mayRun, mayWrite] = [useCanIn('integrations:execute', accountId), useCanIn('integrations:write', accountId)];
  const params = { id };
  const run = async (body: ExecuteInput): Promise<void> => {
    const started = await hub.call('executeIntegration', { params, body });
    await navigate({ to: '/runs/$id', params: { id: started.id } });
  };
  const runEntries: MenuEntry[] =
    mayRun && status !== 'draft'
      ? [
          { label: 'Run with all records…', icon: 'retry', onSelect: () => setAsking('full') },
          { label: 'Run with changes since…', icon: 'schedules', onSelect: () => setAsking('since') },
        ]
      : [];
  const writeEntries: MenuEntry[] = mayWrite
    ? [
        ...(status === 'active'
          ? [{ label: 'Deactivate…', icon: 'stop' as const, onSelect: () => setAsking('deactivate') }]
          : []),
        { label: 'Delete…', icon: 'cross', danger: true, onSelect: () => setAsking('delete') },
      ]
    : [];
  return (
    <>
      {mayWrite && (
        <Link className="button" to="/integrations/$id/build" params={params}>
          Edit
        </Link>
      )}
      {mayWrite && status !== 'active' && (
        <Button
          looks={['primary']}
          icon="check"
          disabled={!readiness.ready}
          onClick={() => void act(() => change('activateIntegration', id), 'It is active')}
        >
          Activate
        </Button>
      )}
      {mayRun && status !== 'draft' && (
        <Button
          looks={status === 'active' ? ['primary'] : []}
          icon="play"
          disabled={!readiness.ready}
          onClick={() => void act(() => run({}), 'The run has been started')}
        >
          Run now
        </Button>
      )}
      {runEntries.length + writeEntries.length > 0 && (
        <Menu label="More acts" icon="more" entries={[...runEntries, ...writeEntries]} />
      )}
      <Questions integration={integration} etag={etag} asking={asking} onClose={() => setAsking(undefined)} run={run} />
    </>
  );
}

/** What is asked before it is done. */
function Questions({
  integration: { id, name },
  etag,
  asking,
  onClose,
  run,
}: {
  integration: Integration;
  etag: string | undefined;
  asking: Asking;
  onClose: () => void;
  run: (body: ExecuteInput) => Promise<void>;
}): ReactNode {
  const navigate = useNavigate();
  return (
    <>
      <ConfirmDialog
        open={asking === 'full'}
        onClose={onClose}
        title="Run with all records?"
        act="Run"
        onConfirm={() => run({ full_resync: true })}
      >
        Every record is read and written again, also those that are unchanged. This can take long with many records.
      </ConfirmDialog>
      <FormDialog
        open={asking === 'since'}
        onClose={onClose}
        title="Run with changes since"
        act="Run"
        onSubmit={(form) => run({ since: toInstant(form.get('since')) })}
      >
        {() => (
          <TextField
            label="Changed at this time or later"
            name="since"
            type="datetime-local"
            help="By the clock of this computer. A source that cannot be asked so is read whole."
            required
          />
        )}
      </FormDialog>
      <ConfirmDialog
        open={asking === 'deactivate'}
        onClose={onClose}
        title={`Deactivate ${name}?`}
        act="Deactivate"
        onConfirm={() => change('deactivateIntegration', id)}
      >
        Its schedules and hooks start no further runs. One that is under way goes on to its end.
      </ConfirmDialog>
      <DeleteDialog
        open={asking === 'delete'}
        name={name}
        onDelete={async () => {
          await hub.call('deleteIntegration', { params: { id } }, etag === undefined ? {} : { ifMatch: etag });
          await navigate({ to: '/integrations' });
        }}
        onClose={onClose}
      >
        Its schedules and hooks end. What it wrote into other systems stays as it is. This cannot be undone.
      </DeleteDialog>
    </>
  );
}

async function change(what: 'activateIntegration' | 'deactivateIntegration', id: string): Promise<void> {
  await hub.call(what, { params: { id } });
  await queries.invalidateQueries();
}

function toInstant(value: FormDataEntryValue | null): string {
  const at = new Date(typeof value === 'string' ? value : '');
  // An empty field is refused by the hub, which says what it expects.
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
