import type { Caller, Integration } from '../../../client/operations.data.ts';
import { hub } from '../../hub.ts';
import { mayIn } from '../../model/access/reach.ts';
import type { BulkAct } from '../../parts/bulk-dialog.tsx';

/** What can be done with several integrations at once, by who sees them. */
export function listBulkActs(me: Caller): BulkAct<Integration>[] {
  const may =
    (scope: string, fits: (integration: Integration) => boolean) =>
    (integration: Integration): boolean =>
      fits(integration) && mayIn(me, scope, integration.account_id);
  const params = ({ id }: Integration) => ({ params: { id } });
  return [
    {
      words: 'Run',
      icon: 'play',
      note: 'Each starts a run now, with what changed since its last one.',
      applies: may('integrations:execute', ({ status, readiness }) => status !== 'draft' && readiness.ready),
      run: (one) => hub.call('executeIntegration', { ...params(one), body: {} }),
    },
    {
      words: 'Activate',
      icon: 'check',
      note: 'Their schedules and hooks start runs from now on.',
      applies: may('integrations:write', ({ status, readiness }) => status !== 'active' && readiness.ready),
      run: (one) => hub.call('activateIntegration', params(one)),
    },
    {
      words: 'Deactivate',
      icon: 'stop',
      note: 'Their schedules and hooks start no further runs. Runs that are under way go on to their end.',
      applies: may('integrations:write', ({ status }) => status === 'active'),
      run: (one) => hub.call('deactivateIntegration', params(one)),
    },
    {
      words: 'Pause',
      icon: 'pause',
      note: 'Every trigger of them starts no runs until it is resumed. They stay active, and can be run by hand.',
      applies: may('workflows:write', hasTriggers),
      run: ({ id }) => setTriggers(id, 'pauseWorkflow'),
    },
    {
      words: 'Resume',
      icon: 'play',
      note: 'Every trigger of them that was paused starts runs again.',
      applies: may('workflows:write', hasTriggers),
      run: ({ id }) => setTriggers(id, 'resumeWorkflow'),
    },
  ];
}

function hasTriggers({ status, triggers = [] }: Integration): boolean {
  return status === 'active' && triggers.some(({ type }) => type !== 'manual');
}

/** Pauses or resumes everything that starts an integration by itself. */
export async function setTriggers(id: string, what: 'pauseWorkflow' | 'resumeWorkflow'): Promise<void> {
  const wanted = what === 'pauseWorkflow' ? 'active' : 'paused';
  const found: string[] = [];
  for await (const workflow of hub.list('listWorkflows', { query: { integration_id: id, per_page: 100 } })) {
    if (workflow.type !== 'manual' && workflow.status === wanted) found.push(workflow.id);
  }
  for (const workflow of found) await hub.call(what, { params: { id: workflow } });
}
