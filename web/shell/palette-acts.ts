import type { useNavigate } from '@tanstack/react-router';
import { hub, queries } from '../hub.ts';
import type { Verb } from '../model/bulk/read-command.ts';
import { setTriggers } from '../pages/integrations/bulk-acts.ts';
import { act } from '../parts/toasts.tsx';

type Navigate = ReturnType<typeof useNavigate>;

/** Does to an integration what the palette was asked for, and says how it ended. */
export async function doTo(verb: Verb, { id, name }: { id: string; name: string }, navigate: Navigate): Promise<void> {
  const params = { id };
  switch (verb) {
    case 'edit':
      return navigate({ to: '/integrations/$id/build', params });
    case 'run':
      return act(async () => {
        const started = await hub.call('executeIntegration', { params, body: {} });
        await navigate({ to: '/runs/$id', params: { id: started.id } });
      }, `${name}: the run has been started`);
    case 'activate':
      return change(() => hub.call('activateIntegration', { params }), `${name} is active`);
    case 'pause':
      return change(() => setTriggers(id, 'pauseWorkflow'), `${name} is paused: it starts no runs by itself`);
    case 'resume':
      return change(() => setTriggers(id, 'resumeWorkflow'), `${name} starts runs again`);
  }
}

function change(what: () => Promise<unknown>, done: string): Promise<void> {
  return act(async () => {
    await what();
    await queries.invalidateQueries();
  }, done);
}
