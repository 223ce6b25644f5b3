import { z } from 'zod';
import { getWorkflow } from '../../services/triggers/get-workflow.ts';
import { listHookEvents, listHookEventsInput } from '../../services/triggers/list-hook-events.ts';
import { listWorkflows, listWorkflowsInput } from '../../services/triggers/list-workflows.ts';
import { hookCredentialsInput, replaceHookCredentials } from '../../services/triggers/replace-hook-credentials.ts';
import { hookEventRecord } from '../../services/triggers/hook-event.ts';
import { workflowRecord } from '../../services/triggers/workflow.ts';
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
  defineRoute(
    {
      method: 'put',
      path: '/workflows/{id}/hook-credentials',
      operationId: 'replaceHookCredentials',
      tag,
      summary: 'Say what deliveries to a hook are checked by',
      description:
        'Of a workflow that a vendor starts: the secret that the vendor signs with, or whatever else the `triggers` of its connector ask for. What was said before counts as well for the overlap.',
      scope: 'workflows:write',
      body: { shape: hookCredentialsInput },
      status: 200,
      data: workflowRecord,
      errors: ['integration_not_ready'],
    },
    async ({ ctx, id, body }) => ({ data: await replaceHookCredentials({ ctx, input: { ...body, id } }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/workflows/{id}/hook-events',
      operationId: 'listHookEvents',
      tag,
      summary: 'List the events that a hook accepted',
      description: 'Newest first, with the run that each one started. Stored for 30 days.',
      scope: 'workflows:read',
      query: listHookEventsInput,
      status: 200,
      data: z.array(hookEventRecord),
      paginated: true,
    },
    async ({ ctx, id, query }) => toList(await listHookEvents({ ctx, input: { ...query, id } })),
  ),
];
