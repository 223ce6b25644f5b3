import { z } from 'zod';
import { cancelRun, getRun, listRuns, listRunsInput } from '../../services/index.ts';
import { runRecord } from '../../services/runs/run.ts';
import { defineRoute } from '../route.ts';
import { toList } from '../to-list.ts';

const tag = 'Runs';

export const runRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/runs',
      operationId: 'listRuns',
      tag,
      summary: 'List runs',
      description: 'Newest first.',
      scope: 'runs:read',
      query: listRunsInput,
      status: 200,
      data: z.array(runRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listRuns({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/runs/{id}',
      operationId: 'getRun',
      tag,
      summary: 'Get a run',
      scope: 'runs:read',
      status: 200,
      data: runRecord,
    },
    async ({ ctx, id }) => ({ data: await getRun({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/runs/{id}/cancel',
      operationId: 'cancelRun',
      tag,
      summary: 'Cancel a run',
      description: 'A run at work settles the writes of its page first. Asking twice is no error.',
      scope: 'runs:write',
      status: 202,
      data: runRecord,
      errors: ['run_already_finished'],
    },
    async ({ ctx, id }) => ({ data: await cancelRun({ ctx, input: { id } }) }),
  ),
];
