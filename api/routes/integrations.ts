import { z } from 'zod';
import { integrationInput, integrationRecord } from '../../services/integrations/integration.ts';
import { anyChange, integrationChange } from '../../services/integrations/integration-change.ts';
import { runRecord } from '../../services/runs/run.ts';
import { activateIntegration } from '../../services/integrations/activate-integration.ts';
import { createIntegration } from '../../services/integrations/create-integration.ts';
import {
  deactivateIntegration,
  deactivateIntegrationInput,
} from '../../services/integrations/deactivate-integration.ts';
import { deleteIntegration } from '../../services/integrations/delete-integration.ts';
import { executeIntegration, executeIntegrationInput } from '../../services/integrations/execute-integration.ts';
import { getIntegration } from '../../services/integrations/get-integration.ts';
import { integrationGateRecord, listIntegrationGates } from '../../services/integrations/list-integration-gates.ts';
import { listIntegrations, listIntegrationsInput } from '../../services/integrations/list-integrations.ts';
import { updateIntegration } from '../../services/integrations/update-integration.ts';
import { hookEventRecord } from '../../services/triggers/hook-event.ts';
import { sendEvents, sendEventsInput } from '../../services/triggers/events/send-events.ts';
import { awaitRun } from '../answers/await-run.ts';
import { integrationBytesMax } from '../requests/read-json.ts';
import { defineRoute } from '../route.ts';
import { deletedRecord, toList } from '../answers/to-list.ts';

const tag = 'Integrations';
const document = { maxBytes: integrationBytesMax };

export const integrationRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/integrations',
      operationId: 'listIntegrations',
      tag,
      summary: 'List integrations',
      scope: 'integrations:read',
      query: listIntegrationsInput,
      status: 200,
      data: z.array(integrationRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listIntegrations({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/integrations',
      operationId: 'createIntegration',
      tag,
      summary: 'Create an integration',
      description: 'Only the name is required at first; `readiness` lists what is missing.',
      scope: 'integrations:write',
      body: { shape: integrationInput, ...document },
      status: 201,
      data: integrationRecord,
      versioned: true,
      located: true,
      namedIn: 'integrations',
    },
    async ({ ctx, body, base }) => {
      const created = await createIntegration({ ctx, input: body });
      return { ...created, headers: { location: `${base}/integrations/${created.data.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/integrations/{id}',
      operationId: 'getIntegration',
      tag,
      summary: 'Get an integration',
      scope: 'integrations:read',
      status: 200,
      data: integrationRecord,
      versioned: true,
    },
    ({ ctx, id }) => getIntegration({ ctx, input: { id } }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/integrations/{id}/gates',
      operationId: 'listIntegrationGates',
      tag,
      summary: 'List what the runs of an integration wait before',
      description:
        'Closed windows and connections that cannot be used: one entry for all runs that wait before the same.',
      scope: 'integrations:read',
      also: 'runs:read',
      status: 200,
      data: z.array(integrationGateRecord),
    },
    async ({ ctx, id }) => ({ data: await listIntegrationGates({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'put',
      path: '/integrations/{id}',
      operationId: 'replaceIntegrationMembers',
      tag,
      summary: 'Update an integration',
      description: 'Members that are left out keep their value; `null` takes one away.',
      scope: 'integrations:write',
      body: { shape: anyChange, documented: integrationChange, ...document },
      status: 200,
      data: integrationRecord,
      versioned: true,
      errors: ['integration_not_ready'],
    },
    ({ ctx, id, body }) => updateIntegration({ ctx, input: { id, mode: 'replace', change: body } }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/integrations/{id}',
      operationId: 'patchIntegration',
      tag,
      summary: 'Change parts of an integration',
      description: 'A JSON Merge Patch (RFC 7396), sent as application/json.',
      scope: 'integrations:write',
      body: { shape: anyChange, ...document },
      status: 200,
      data: integrationRecord,
      versioned: true,
      errors: ['integration_not_ready'],
    },
    ({ ctx, id, body }) => updateIntegration({ ctx, input: { id, mode: 'merge', change: body } }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/integrations/{id}',
      operationId: 'deleteIntegration',
      tag,
      summary: 'Delete an integration',
      description: 'Stops its runs.',
      scope: 'integrations:write',
      status: 200,
      data: deletedRecord('integration'),
      versioned: true,
    },
    async ({ ctx, id }) => {
      await deleteIntegration({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/integrations/{id}/activate',
      operationId: 'activateIntegration',
      tag,
      summary: 'Activate an integration',
      description:
        'Lets its triggers start runs, on the revision that runs used last: the newest one, unless an older one was activated since the last change. Does nothing where it is active.',
      scope: 'integrations:write',
      status: 200,
      data: integrationRecord,
      versioned: true,
      errors: ['integration_not_ready'],
    },
    ({ ctx, id }) => activateIntegration({ ctx, input: { id } }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/integrations/{id}/deactivate',
      operationId: 'deactivateIntegration',
      tag,
      summary: 'Deactivate an integration',
      scope: 'integrations:write',
      body: { shape: deactivateIntegrationInput, optional: true },
      status: 200,
      data: integrationRecord,
      versioned: true,
    },
    ({ ctx, id, body }) => deactivateIntegration({ ctx, input: { ...body, id } }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/integrations/{id}/execute',
      operationId: 'executeIntegration',
      tag,
      summary: 'Execute an integration',
      description: 'Starts a run by hand, also of an integration that is not active.',
      scope: 'integrations:execute',
      body: { shape: executeIntegrationInput, optional: true },
      status: 202,
      data: runRecord,
      located: true,
      errors: ['integration_not_ready', 'invalid_state', 'quota_exceeded'],
      outcome: awaitRun,
    },
    async ({ ctx, id, body, base }) => {
      const run = await executeIntegration({ ctx, input: { id, options: body } });
      return { data: run, headers: { location: `${base}/runs/${run.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/integrations/{id}/events',
      operationId: 'sendEvents',
      tag,
      summary: 'Send events',
      description:
        'Tells an event trigger that the source has changed: a run reads it, as if its vendor had said so. Several events share a run.',
      scope: 'integrations:execute',
      body: { shape: sendEventsInput },
      status: 202,
      data: z.array(hookEventRecord),
      errors: ['invalid_state'],
    },
    async ({ ctx, id, body }) => ({ data: await sendEvents({ ctx, input: { id, ...body } }) }),
  ),
];
