import { finds } from '../kit/http/complete-operations.ts';
import type { HttpFind } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const devices = '/device/v202504beta2/device';
const synthetics = '/synthetics/v202309';
const alerts = '/v202505/alerts';

/** Lists of configuration come as a whole. */
const { listOf } = restApi({ docs: (page) => `https://github.com/kentik/api-schema-public/tree/master/${page}` });

/** A record stands in a member of its own. */
function findAt(path: string, recordsPath: string): HttpFind {
  const format = { kind: 'json', recordsPath } as const;
  return finds({ request: { method: 'GET', path: `${path}/{value}` }, format, notFoundIsAbsent: true });
}

export const objects: Readonly<Record<string, HttpObject>> = {
  devices: listOf(
    {
      title: 'Devices',
      path: devices,
      docs: 'proto/kentik/device',
      schema: schemas.Device,
      recordsPath: 'devices',
    },
    {
      find: findAt(devices, 'device'),
      ...writesAt({
        path: devices,
        member: 'device',
        method: 'PUT',
        find: {
          path: `${devices}/name/{deviceName}`,
          recordsPath: 'device',
          idPath: 'id',
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
        },
        updateBy: 'address',
      }),
    },
  ),
  alerts: listOf(
    {
      title: 'Alerts',
      path: alerts,
      docs: 'proto/kentik/alerting',
      schema: schemas.Alert,
      recordsPath: 'alerts',
      request: { method: 'POST', body: { sorting: { fields: [{ by: 'BY_START_TIME', order: 'ORDER_ASCENDING' }] } } },
      paginate: {
        kind: 'offset',
        parameter: 'pagination.offset',
        in: 'body',
        hasMorePath: 'pagination.hasMoreResults',
        sizeParameter: 'pagination.limit',
        pageSize: 100,
      },
    },
    {
      find: findAt(alerts, 'alert'),
      delete: idempotent({ method: 'POST', path: `${alerts}/clear`, bodyFields: { 'alertIds[0]': '{id}' } }),
    },
  ),
  agents: listOf(
    {
      title: 'Synthetic agents',
      path: `${synthetics}/agents`,
      docs: 'proto/kentik/synthetics',
      schema: schemas.Agent,
      recordsPath: 'agents',
    },
    {
      find: findAt(`${synthetics}/agents`, 'agent'),
      ...writesAt({ path: `${synthetics}/agents`, member: 'agent', method: 'PUT', only: ['update', 'delete'] }),
    },
  ),
  tests: listOf(
    {
      title: 'Synthetic tests',
      path: `${synthetics}/tests`,
      docs: 'proto/kentik/synthetics',
      schema: schemas.Test,
      recordsPath: 'tests',
    },
    {
      find: findAt(`${synthetics}/tests`, 'test'),
      ...writesAt({
        path: `${synthetics}/tests`,
        member: 'test',
        method: 'PUT',
        find: {
          path: `${synthetics}/tests`,
          paginate: { kind: 'none' },
          recordsPath: 'tests',
          idPath: 'id',
          searchLagMs: 'undocumented',
        },
      }),
    },
  ),
  agent_alerts: listOf(
    {
      title: 'Alerts on synthetic agents',
      path: `${synthetics}/agentAlerts`,
      docs: 'proto/kentik/synthetics',
      schema: schemas.AgentAlert,
      recordsPath: 'agentAlerts',
    },
    {
      find: findAt(`${synthetics}/agentAlerts`, 'agentAlert'),
      // An alert stays with its agent.
      create: findOrCreate(`POST ${synthetics}/agentAlerts`, {
        find: {
          path: `${synthetics}/agentAlerts`,
          query: { agentIds: '{agentId}' },
          recordsPath: 'agentAlerts',
          idPath: 'id',
          searchLagMs: 'undocumented',
        },
        targetIdPath: 'agentAlert.id',
      }),
      update: idempotent(`PUT ${synthetics}/agentAlerts/{id}`),
      delete: idempotent(`DELETE ${synthetics}/agentAlerts/{id}`),
    },
  ),
};
