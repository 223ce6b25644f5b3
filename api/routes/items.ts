import { z } from 'zod';
import { canceledItems, cancelItem, cancelRunItems, cancelRunItemsInput } from '../../services/items/cancel-items.ts';
import { getItem, getItemInput } from '../../services/items/get-item.ts';
import { itemDetail, itemRecord } from '../../services/items/item.ts';
import {
  listIntegrationItems,
  listIntegrationItemsInput,
  listRunItems,
  listRunItemsInput,
} from '../../services/items/list-items.ts';
import {
  retriedItems,
  retryItem,
  retryItemInput,
  retryRunItems,
  retryRunItemsInput,
} from '../../services/items/retry-items.ts';
import { moveItem, moveItemInput } from '../../services/items/move-item.ts';
import { skipStep, skipStepInput } from '../../services/items/skip-step.ts';
import { runRecord } from '../../services/runs/run.ts';
import { defineRoute } from '../route.ts';
import { toList } from '../answers/to-list.ts';

const tag = 'Runs';

export const itemRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/runs/{id}/items',
      operationId: 'listRunItems',
      tag,
      summary: 'List the items of a run',
      description:
        'Of a flow: the changes of records that the run takes through its steps, or took last, oldest first. A run of one mapping has none.',
      scope: 'runs:read',
      query: listRunItemsInput,
      status: 200,
      data: z.array(itemRecord),
      paginated: true,
    },
    async ({ ctx, id, query }) => toList(await listRunItems({ ctx, input: { ...query, id } })),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/items/{id}',
      operationId: 'getItem',
      tag,
      summary: 'Get an item',
      description:
        'With what became of it at each step. `values=true` adds what it was made of and what the steps gave, which asks for the scope `records:read` and for a worker.',
      scope: 'runs:read',
      query: getItemInput,
      status: 200,
      data: itemDetail,
      errors: ['upstream_error', 'upstream_timeout', 'quota_exceeded'],
    },
    async ({ ctx, id, query }) => ({ data: await getItem({ ctx, input: { ...query, id } }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/integrations/{id}/items',
      operationId: 'listIntegrationItems',
      tag,
      summary: 'List the items of an integration',
      description: 'Of a flow, over all runs, oldest first. With `key`, every change of one record that it took up.',
      scope: 'runs:read',
      query: listIntegrationItemsInput,
      status: 200,
      data: z.array(itemRecord),
      paginated: true,
    },
    async ({ ctx, id, query }) => toList(await listIntegrationItems({ ctx, input: { ...query, id } })),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/items/{id}/cancel',
      operationId: 'cancelItem',
      tag,
      summary: 'Cancel an item',
      description:
        'It ends before its next step: an action that it is at is carried out first, and scopes around it are undone. Asking twice is no error.',
      scope: 'runs:write',
      status: 202,
      data: itemRecord,
      errors: ['invalid_state'],
    },
    async ({ ctx, id }) => ({ data: await cancelItem({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/runs/{id}/items/cancel',
      operationId: 'cancelRunItems',
      tag,
      summary: 'Cancel items of a run',
      description: 'All that have not ended, or those that the filter leaves. The run itself goes on.',
      scope: 'runs:write',
      body: { shape: cancelRunItemsInput, optional: true },
      status: 202,
      data: canceledItems,
    },
    async ({ ctx, id, body }) => ({ data: await cancelRunItems({ ctx, input: { ...body, id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/items/{id}/retry',
      operationId: 'retryItem',
      tag,
      summary: 'Try an item again',
      description:
        'Makes a run that tries an item again which failed, at the step that failed, on the present revision. Steps before it are not repeated.',
      scope: 'runs:write',
      body: { shape: retryItemInput, optional: true },
      status: 202,
      data: runRecord,
      located: true,
      errors: ['invalid_state', 'integration_not_ready', 'quota_exceeded'],
    },
    async ({ ctx, id, body, base }) => {
      const run = await retryItem({ ctx, input: { ...body, id } });
      return { data: run, headers: { location: `${base}/runs/${run.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/items/{id}/skip-step',
      operationId: 'skipStep',
      tag,
      summary: 'Skip the step of an item',
      description:
        'An item that is parked goes on behind its step, in its run; one that failed, in a run that is made for it, on the present revision. Refused while a write of it is in doubt.',
      scope: 'runs:write',
      body: { shape: skipStepInput, optional: true },
      status: 202,
      data: itemRecord,
      errors: ['invalid_state', 'integration_not_ready', 'quota_exceeded'],
    },
    async ({ ctx, id, body }) => ({ data: await skipStep({ ctx, input: { ...body, id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/items/{id}/move',
      operationId: 'moveItem',
      tag,
      summary: 'Move an item to another step',
      description:
        'An item that is parked goes on there in its run; one that failed, in a run that is made for it, on the present revision. What it did stays done. Refused while a write of it is in doubt.',
      scope: 'runs:write',
      body: { shape: moveItemInput },
      status: 202,
      data: itemRecord,
      errors: ['invalid_state', 'integration_not_ready', 'quota_exceeded'],
    },
    async ({ ctx, id, body }) => ({ data: await moveItem({ ctx, input: { ...body, id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/runs/{id}/items/retry',
      operationId: 'retryRunItems',
      tag,
      summary: 'Try items of a run again',
      description:
        'Makes one run that tries the items again which failed, or those of them that the filter leaves, each at the step that failed.',
      scope: 'runs:write',
      body: { shape: retryRunItemsInput, optional: true },
      status: 202,
      data: retriedItems,
      errors: ['invalid_state', 'integration_not_ready', 'quota_exceeded'],
    },
    async ({ ctx, id, body }) => ({ data: await retryRunItems({ ctx, input: { ...body, id } }) }),
  ),
];
