import { z } from 'zod';
import { getWorkflow, listWorkflows, listWorkflowsInput } from '../../services/index.ts';
import { workflowRecord } from '../../services/workflows/workflow.ts';
import { defineRoute } from '../route.ts';
import { toList } from '../to-list.ts';

const tag = 'Workflows';

export const workflowRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/workflows',
      operationId: 'listWorkflows',
      tag,
      summary: 'List workflows',
      description: 'One for each trigger of an integration, and always one that is started by hand.',
      scope: 'workflows:read',
      query: listWorkflowsInput,
      status: 200,
      data: z.array(workflowRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listWorkflows({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/workflows/{id}',
      operationId: 'getWorkflow',
      tag,
      summary: 'Get a workflow',
      scope: 'workflows:read',
      status: 200,
      data: workflowRecord,
    },
    async ({ ctx, id }) => ({ data: await getWorkflow({ ctx, input: { id } }) }),
  ),
];
