import { z } from 'zod';
import { connectorRecord, connectorSummary } from '../../services/connectors/connector.ts';
import {
  activateConnectorVersion,
  replaceConnector,
  replaceConnectorInput,
} from '../../services/custom-connectors/change-connector.ts';
import { createConnector, createConnectorInput } from '../../services/custom-connectors/create-connector.ts';
import { connectorVersion, connectorVersionRecord } from '../../services/custom-connectors/custom-connector.ts';
import { deleteConnector, deletedConnector } from '../../services/custom-connectors/delete-connector.ts';
import {
  connectorDraftRecord,
  draftConnector,
  draftConnectorInput,
} from '../../services/custom-connectors/draft-connector.ts';
import { getConnector } from '../../services/custom-connectors/get-connector.ts';
import { connectorValidation, validateConnector } from '../../services/custom-connectors/validate-connector.ts';
import { listConnectors, listConnectorsInput } from '../../services/custom-connectors/list-connectors.ts';
import {
  getConnectorVersion,
  listConnectorVersions,
  listConnectorVersionsInput,
} from '../../services/custom-connectors/read-versions.ts';
import { cacheable, revalidated } from '../answers/etag.ts';
import { toList } from '../answers/to-list.ts';
import { integrationBytesMax } from '../requests/read-json.ts';
import { defineRoute } from '../route.ts';

const tag = 'Connectors';

const isOwn = ({ origin }: { origin: string }): boolean => origin === 'organization';

export const connectorRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/connectors',
      operationId: 'listConnectors',
      tag,
      summary: 'List connectors',
      description:
        'Those of the hub, and those that the organization added. Without paging parameters: the whole catalogue.',
      scope: 'connectors:read',
      query: listConnectorsInput,
      status: 200,
      data: z.array(connectorSummary),
      paginated: true,
      tagged: true,
    },
    async ({ ctx, query }) => {
      const list = toList(await listConnectors({ ctx, input: query }));
      return { ...list, headers: list.data.some(isOwn) ? revalidated(list) : cacheable(list) };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/connectors',
      operationId: 'createConnector',
      tag,
      summary: 'Add a connector of your own',
      description: 'Only the organization sees it. Its connections name it as their `service_type`.',
      scope: 'connectors:write',
      reach: 'organization',
      body: { shape: createConnectorInput },
      status: 201,
      data: connectorRecord,
      located: true,
      errors: ['conflict', 'quota_exceeded'],
    },
    async ({ ctx, body, base }) => {
      const { data } = await createConnector({ ctx, input: body });
      return { data, headers: { location: `${base}/connectors/${data.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/connectors/draft',
      operationId: 'draftConnector',
      tag,
      summary: 'Draft a connector',
      description:
        'Reads a description of an API, and answers a definition with what is left to be decided. Stores nothing.',
      scope: 'connectors:write',
      reach: 'organization',
      body: { shape: draftConnectorInput, maxBytes: integrationBytesMax },
      status: 200,
      data: connectorDraftRecord,
      pure: true,
    },
    async ({ ctx, body }) => ({ data: await draftConnector({ ctx, input: body }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/connectors/validate',
      operationId: 'validateConnector',
      tag,
      summary: 'Validate the definition of a connector',
      description: 'Everything that the definition would be refused for, at once. Stores nothing and calls no system.',
      scope: 'connectors:write',
      reach: 'organization',
      body: { shape: replaceConnectorInput },
      status: 200,
      data: connectorValidation,
      pure: true,
    },
    ({ ctx, body }) => Promise.resolve({ data: validateConnector({ ctx, input: body }) }),
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
    async ({ ctx, id }) => {
      const { data, version } = await getConnector({ ctx, input: { id } });
      return version === undefined ? { data, headers: cacheable(data) } : { data, version };
    },
  ),
  defineRoute(
    {
      method: 'put',
      path: '/connectors/{id}',
      operationId: 'replaceConnector',
      tag,
      summary: 'Change a connector of your own',
      description:
        'Makes a new version, which runs begin with from now on; runs at work finish with the version that they began with. While connections use it, no version may send their credentials somewhere else.',
      scope: 'connectors:write',
      reach: 'organization',
      body: { shape: replaceConnectorInput },
      status: 200,
      data: connectorRecord,
      versioned: true,
      errors: ['resource_in_use'],
    },
    ({ ctx, id, body }) => replaceConnector({ ctx, input: { ...body, id } }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/connectors/{id}',
      operationId: 'deleteConnector',
      tag,
      summary: 'Delete a connector of your own',
      scope: 'connectors:write',
      reach: 'organization',
      status: 200,
      data: deletedConnector,
      versioned: true,
      errors: ['resource_in_use'],
    },
    async ({ ctx, id }) => ({ data: await deleteConnector({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/connectors/{id}/versions',
      operationId: 'listConnectorVersions',
      tag,
      summary: 'List the versions of a connector of your own',
      description: 'Newest first. A version never changes; the newest fifty are kept.',
      scope: 'connectors:read',
      query: listConnectorVersionsInput,
      status: 200,
      data: z.array(connectorVersion),
      paginated: true,
    },
    async ({ ctx, id, query }) => toList(await listConnectorVersions({ ctx, input: { ...query, id } })),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/connectors/{id}/versions/{version}',
      operationId: 'getConnectorVersion',
      tag,
      summary: 'Get a version of a connector of your own',
      description: 'With its definition, as it was sent.',
      scope: 'connectors:read',
      status: 200,
      data: connectorVersionRecord,
    },
    async ({ ctx, id, params }) => ({
      data: await getConnectorVersion({ ctx, input: { id, version: params['version'] ?? '' } }),
    }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/connectors/{id}/versions/{version}/activate',
      operationId: 'activateConnectorVersion',
      tag,
      summary: 'Activate a version of a connector of your own',
      description: 'The way back: a new version that repeats an earlier one.',
      scope: 'connectors:write',
      reach: 'organization',
      status: 200,
      data: connectorRecord,
      versioned: true,
      errors: ['resource_in_use'],
    },
    ({ ctx, id, params }) => activateConnectorVersion({ ctx, input: { id, version: params['version'] ?? '' } }),
  ),
];
