import { z } from 'zod';
import { getItem } from '../../services/items/get-item.ts';
import { itemDetail, itemRecord } from '../../services/items/item.ts';
import {
  listIntegrationItems,
  listIntegrationItemsInput,
  listRunItems,
  listRunItemsInput,
} from '../../services/items/list-items.ts';
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
      description: 'With the steps that it has come through.',
      scope: 'runs:read',
      status: 200,
      data: itemDetail,
    },
    async ({ ctx, id }) => ({ data: await getItem({ ctx, input: { id } }) }),
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
];
