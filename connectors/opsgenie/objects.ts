import { filter } from '../kit/filters/filter-text.ts';
import { finds } from '../kit/http/complete-operations.ts';
import type { HttpFind } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { type Collection, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: (page) => `https://docs.opsgenie.com/docs/${page}`,
  records: { recordsPath: 'data' },
});

/** At most 100 in a page; of alerts and incidents, the first 20,000. @see https://docs.opsgenie.com/docs/pagination */
const paged = { kind: 'next_url', path: 'paging.next', sizeParameter: 'limit', pageSize: 100 } as const;

/** A record stands in `data`, in answers to reads and to creations. */
function findAt(path: string): HttpFind {
  const format = { kind: 'json', recordsPath: 'data' } as const;
  return finds({ request: { method: 'GET', path: `${path}/{value}` }, format, notFoundIsAbsent: true });
}

function written(path: string, more: Partial<Collection> = {}): HttpObject['operations'] {
  return { find: findAt(path), ...writesAt({ path, targetIdPath: 'data.id', ...more }) };
}

export const objects: Readonly<Record<string, HttpObject>> = {
  alerts: listOf(
    {
      title: 'Alerts',
      path: '/v2/alerts',
      docs: 'alert-api',
      schema: schemas.Alert,
      // In the order of their creation, so that what is created during a read comes last.
      query: { sort: 'createdAt', order: 'asc' },
      paginate: paged,
    },
    {
      find: findAt('/v2/alerts'),
      // An alert with the alias of an open one is counted there, and no other one is made.
      upsert: idempotent('POST /v2/alerts', { targetIdPath: 'requestId' }),
      delete: idempotent('DELETE /v2/alerts/{id}'),
    },
  ),
  incidents: listOf(
    {
      title: 'Incidents',
      path: '/v1/incidents/',
      docs: 'incident-api',
      schema: schemas.Incident,
      query: { query: filter('createdAt > 0'), sort: 'createdAt', order: 'asc' },
      paginate: paged,
    },
    { find: findAt('/v1/incidents'), delete: idempotent('DELETE /v1/incidents/{id}') },
  ),
  users: listOf(
    {
      title: 'Users',
      path: '/v2/users',
      docs: 'user-api',
      schema: schemas.User,
      query: { sortField: 'createdAt', order: 'asc' },
      paginate: paged,
    },
    written('/v2/users', {
      find: {
        path: '/v2/users/{username}',
        recordsPath: 'data',
        idPath: 'id',
        ignoresCase: true,
        adoptsConflict: true,
      },
      updateBy: 'address',
    }),
  ),
  teams: listOf(
    { title: 'Teams', path: '/v2/teams', docs: 'team-api', schema: schemas.Team },
    written('/v2/teams', {
      find: {
        path: '/v2/teams/{name}',
        query: { identifierType: 'name' },
        recordsPath: 'data',
        idPath: 'id',
        adoptsConflict: true,
      },
      updateBy: 'address',
    }),
  ),
  schedules: listOf(
    {
      title: 'Schedules',
      path: '/v2/schedules',
      docs: 'schedule-api',
      schema: schemas.Schedule,
      query: { expand: 'rotation' },
    },
    written('/v2/schedules', {
      find: {
        path: '/v2/schedules/{name}',
        query: { identifierType: 'name' },
        recordsPath: 'data',
        idPath: 'id',
        adoptsConflict: true,
      },
      updateBy: 'address',
    }),
  ),
  escalations: listOf(
    { title: 'Escalations', path: '/v2/escalations', docs: 'escalation-api', schema: schemas.Escalation },
    written('/v2/escalations', {
      find: {
        path: '/v2/escalations/{name}',
        query: { identifierType: 'name' },
        recordsPath: 'data',
        idPath: 'id',
        adoptsConflict: true,
      },
      updateBy: 'address',
    }),
  ),
  integrations: listOf(
    { title: 'Integrations', path: '/v2/integrations', docs: 'integration-api', schema: schemas.Integration },
    { find: findAt('/v2/integrations'), delete: idempotent('DELETE /v2/integrations/{id}') },
  ),
  heartbeats: listOf(
    {
      title: 'Heartbeats',
      path: '/v2/heartbeats',
      docs: 'heartbeat-api',
      recordsPath: 'data.heartbeats',
      key: 'name',
      schema: schemas.Heartbeat,
    },
    written('/v2/heartbeats', { id: 'name', targetIdPath: 'data.name', only: ['update', 'delete'] }),
  ),
  maintenance: listOf(
    { title: 'Maintenance', path: '/v1/maintenance', docs: 'maintenance-api', schema: schemas.Maintenance },
    written('/v1/maintenance', { method: 'PUT' }),
  ),
  forwarding_rules: listOf(
    {
      title: 'Forwarding rules',
      path: '/v2/forwarding-rules',
      docs: 'forwarding-rule-api',
      schema: schemas.ForwardingRule,
    },
    written('/v2/forwarding-rules', { method: 'PUT' }),
  ),
  roles: listOf(
    { title: 'Custom user roles', path: '/v2/roles', docs: 'custom-user-role-api', schema: schemas.Role },
    written('/v2/roles', { method: 'PUT' }),
  ),
};
