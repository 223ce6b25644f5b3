import type { HttpObject } from '../kit/object-types.ts';
import { findAt, restApi } from '../kit/rest.ts';
import { type Find, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** @see https://docs.firehydrant.com/reference/firehydrant-api */
const numbered = {
  kind: 'page',
  parameter: 'page',
  sizeParameter: 'per_page',
  pageSize: 100,
  totalPagesPath: 'pagination.pages',
} as const;

const { listOf, objectOf } = restApi({
  docs: (page) => `https://docs.firehydrant.com/reference/${page}`,
  records: { recordsPath: 'data' },
  paginate: numbered,
});

/** The filter is a search: records of other names may stand before the one that is meant. */
function byName(path: string): Find {
  return { path, query: { name: '{name}' }, recordsPath: 'data', paginate: numbered, ignoresCase: 'undocumented' };
}

export const objects: Readonly<Record<string, HttpObject>> = {
  incidents: listOf(
    {
      title: 'Incidents',
      path: '/v1/incidents',
      docs: 'list_incidents',
      schema: schemas.Incident,
      find: true,
      incremental: { kind: 'server_filter', parameter: 'updated_after', format: 'iso' },
    },
    writesAt({ path: '/v1/incidents', remove: { effect: 'reversible' } }),
  ),
  alerts: listOf({
    title: 'Alerts',
    path: '/v1/alerts',
    docs: 'list_alerts',
    schema: schemas.Alert,
    find: true,
  }),
  services: listOf(
    { title: 'Services', path: '/v1/services', docs: 'list_services', schema: schemas.Service, find: true },
    writesAt({ path: '/v1/services', find: byName('/v1/services') }),
  ),
  environments: listOf(
    {
      title: 'Environments',
      path: '/v1/environments',
      docs: 'list_environments',
      schema: schemas.Environment,
      find: true,
    },
    writesAt({ path: '/v1/environments', find: byName('/v1/environments') }),
  ),
  functionalities: listOf(
    {
      title: 'Functionalities',
      path: '/v1/functionalities',
      docs: 'list_functionalities',
      schema: schemas.Functionality,
      find: true,
    },
    writesAt({ path: '/v1/functionalities', find: byName('/v1/functionalities') }),
  ),
  teams: listOf(
    { title: 'Teams', path: '/v1/teams', docs: 'list_teams', schema: schemas.Team, find: true },
    writesAt({ path: '/v1/teams', find: byName('/v1/teams') }),
  ),
  users: listOf({ title: 'Users', path: '/v1/users', docs: 'list_users', schema: schemas.User, find: true }),
  severities: listOf(
    {
      title: 'Severities',
      path: '/v1/severities',
      docs: 'list_severities',
      key: 'slug',
      schema: schemas.Severity,
      find: true,
    },
    {
      create: nonIdempotent('POST /v1/severities', { targetIdPath: 'slug' }),
      update: idempotent('PATCH /v1/severities/{slug}'),
      delete: idempotent('DELETE /v1/severities/{slug}'),
    },
  ),
  incident_roles: listOf(
    {
      title: 'Incident roles',
      path: '/v1/incident_roles',
      docs: 'list_incident_roles',
      schema: schemas.IncidentRole,
      find: true,
    },
    writesAt({ path: '/v1/incident_roles' }),
  ),
  incident_types: listOf({
    title: 'Incident types',
    path: '/v1/incident_types',
    docs: 'list_incident_types',
    schema: schemas.IncidentType,
    find: true,
  }),
  change_events: listOf(
    {
      title: 'Change events',
      path: '/v1/changes/events',
      docs: 'list_change_events',
      schema: schemas.ChangeEvent,
      find: true,
    },
    writesAt({ path: '/v1/changes/events' }),
  ),
  change_types: listOf({
    title: 'Change types',
    path: '/v1/change_types',
    docs: 'list_change_types',
    schema: schemas.ChangeType,
  }),
  retrospectives: listOf({
    title: 'Retrospective reports',
    path: '/v1/post_mortems/reports',
    docs: 'list_post_mortem_reports',
    schema: schemas.Retrospective,
    find: true,
    incremental: { kind: 'server_filter', parameter: 'updated_since', format: 'iso' },
  }),
  schedules: listOf({
    title: 'On-call schedules',
    path: '/v1/schedules',
    docs: 'list_schedules',
    schema: schemas.Schedule,
  }),
  scheduled_maintenances: objectOf(
    { title: 'Scheduled maintenances', docs: 'list_scheduled_maintenances', schema: schemas.ScheduledMaintenance },
    { find: findAt('/v1/scheduled_maintenances/{value}'), ...writesAt({ path: '/v1/scheduled_maintenances' }) },
  ),
  tickets: objectOf(
    { title: 'Tickets', docs: 'list_tickets', schema: schemas.Ticket },
    { find: findAt('/v1/ticketing/tickets/{value}'), ...writesAt({ path: '/v1/ticketing/tickets' }) },
  ),
};
