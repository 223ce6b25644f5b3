import { z } from 'zod';
import { connectorRecord, connectorSummary } from '../../services/connectors/connector.ts';
import { getConnector } from '../../services/connectors/get-connector.ts';
import { listConnectors, listConnectorsInput } from '../../services/connectors/list-connectors.ts';
import { cacheable } from '../answers/etag.ts';
import { defineRoute } from '../route.ts';
import { toList } from '../answers/to-list.ts';

const tag = 'Connectors';

export const connectorRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/connectors',
      operationId: 'listConnectors',
      tag,
      summary: 'List connectors',
      description: 'Without paging parameters: the whole catalogue.',
      scope: 'connectors:read',
      query: listConnectorsInput,
      status: 200,
      data: z.array(connectorSummary),
      paginated: true,
      tagged: true,
    },
    ({ ctx, query }) => {
      const list = toList(listConnectors({ ctx, input: query }));
      return { ...list, headers: cacheable(list) };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/connectors/{id}',
      operationId: 'getConnector',
      tag,
      summary: 'Get a connector',
      description: 'Its credential forms, objects, operations, limits and hosts.',
      scope: 'connectors:read',
      status: 200,
      data: connectorRecord,
    },
    ({ ctx, id }) => {
      const data = getConnector({ ctx, input: { id } });
      return { data, headers: cacheable(data) };
    },
  ),
];
