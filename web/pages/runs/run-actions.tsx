import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Run } from '../../../client/operations.data.ts';
import { listRetryModes } from '../../../core/pure/run-status.ts';
import { hub, queries } from '../../hub.ts';
import { isMoving } from '../../model/status.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { Menu, type MenuEntry } from '../../parts/menu.tsx';
import { act, sayDone } from '../../parts/toasts.tsx';
import { useCanIn } from '../../shell/session.tsx';

/** What can be done with a run: stop it while it goes, and go on with it or begin again once it has ended. */
export function RunActions({ run }: { run: Run }): ReactNode {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const mayWrite = useCanIn('runs:write', run.account_id);
  const params = { id: run.id };
  const again = (mode: 'resume' | 'restart'): Promise<void> =>
    act(
      async () => {
        const started = await hub.call('retryRun', { params, body: { mode } });
        await navigate({ to: '/runs/$id', params: { id: started.id } });
      },
      mode === 'resume' ? 'Goes on where it stopped' : 'Started from the beginning',
    );
  const { temporal } = run;
  const links: MenuEntry[] =
    temporal?.url === undefined
      ? []
      : [{ label: 'Show in Temporal', icon: 'arrow', onSelect: () => window.open(temporal.url, '_blank', 'noopener') }];
  const copies: MenuEntry[] = [
    { label: 'Copy the id of the run', icon: 'copy', onSelect: () => void copy(run.id) },
    ...links,
  ];
  const modes = mayWrite ? listRetryModes(run.status) : [];
  return (
    <>
      {mayWrite && isMoving(run.status) && (
        <Button icon="stop" onClick={() => setAsking(true)} disabled={run.status === 'canceling'}>
          Cancel
        </Button>
      )}
      {modes.includes('resume') && (
        <Button looks={['primary']} icon="retry" onClick={() => void again('resume')}>
          Retry
        </Button>
      )}
      <Menu
        label="More acts"
        icon="more"
        entries={[
          ...(modes.includes('restart')
            ? [
                {
                  label: 'Start again from the beginning',
                  icon: 'play' as const,
                  onSelect: () => void again('restart'),
                },
              ]
            : []),
          ...copies,
        ]}
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Cancel this run?"
        act="Cancel the run"
        onConfirm={async () => {
          await hub.call('cancelRun', { params });
          await queries.invalidateQueries();
          sayDone('The run is being canceled');
        }}
      >
        It ends after the page that is under way. What was written stays; a retry goes on from there.
      </ConfirmDialog>
    </>
  );
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  sayDone('Copied');
}
