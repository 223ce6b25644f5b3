import { finds } from '../kit/http/complete-operations.ts';
import type { GivenPages, HttpFind } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { type Collection, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://api-docs.incident.io/tag/${page}`,
  // Each list has a largest page of its own.
  paged: (pageSize) => ({
    kind: 'cursor',
    parameter: 'after',
    path: 'pagination_meta.after',
    sizeParameter: 'page_size',
    pageSize,
  }),
});

/** A record by its id, in the member of its type's name. */
function findAt(path: string, member: string): HttpFind {
  const format = { kind: 'json', recordsPath: member } as const;
  return finds({ request: { method: 'GET', path: `${path}/{value}` }, format, notFoundIsAbsent: true });
}

/** Records stand in a member of their type's name in answers, and alone in requests. */
function written(path: string, member: string, more: Partial<Collection> = {}): HttpObject['operations'] {
  return {
    find: findAt(path, member),
    ...writesAt({ path, method: 'PUT', targetIdPath: `${member}.id`, ...more }),
  };
}

/** @see https://api-docs.incident.io/tag/Incidents-V2 */
const since: GivenPages['incremental'] = { kind: 'server_filter', parameter: 'updated_at[gte]', format: 'iso' };

const catalogTypes = pagesOf({ path: '/v3/catalog_types', recordsPath: 'catalog_types' });

export const objects: Readonly<Record<string, HttpObject>> = {
  incidents: listOf(
    {
      title: 'Incidents',
      path: '/v2/incidents',
      docs: 'Incidents-V2',
      recordsPath: 'incidents',
      schema: schemas.Incident,
      // The oldest first, so that what is created during a read comes last.
      query: { sort_by: 'created_at_oldest_first' },
      pageSize: 250,
      incremental: since,
    },
    {
      find: findAt('/v2/incidents', 'incident'),
      // A key that was used already answers with its incident.
      create: nonIdempotent('POST /v2/incidents', { targetIdPath: 'incident.id' }),
      update: idempotent({
        method: 'POST',
        path: '/v2/incidents/{id}/actions/edit',
        body: { notify_incident_channel: true },
        bodyFields: { incident: '{$record}' },
      }),
    },
  ),
  incident_updates: listOf({
    title: 'Incident updates',
    path: '/v2/incident_updates',
    docs: 'Incident-Updates-V2',
    recordsPath: 'incident_updates',
    schema: schemas.IncidentUpdate,
    pageSize: 250,
  }),
  actions: listOf(
    { title: 'Actions', path: '/v2/actions', docs: 'Actions-V2', recordsPath: 'actions', schema: schemas.Action },
    written('/v2/actions', 'action'),
  ),
  follow_ups: listOf(
    {
      title: 'Follow-ups',
      path: '/v2/follow_ups',
      docs: 'Follow-ups-V2',
      recordsPath: 'follow_ups',
      schema: schemas.FollowUp,
    },
    written('/v2/follow_ups', 'follow_up'),
  ),
  severities: listOf(
    {
      title: 'Severities',
      path: '/v1/severities',
      docs: 'Severities-V1',
      recordsPath: 'severities',
      schema: schemas.Severity,
    },
    written('/v1/severities', 'severity'),
  ),
  incident_statuses: listOf(
    {
      title: 'Incident statuses',
      path: '/v1/incident_statuses',
      docs: 'Incident-Statuses-V1',
      recordsPath: 'incident_statuses',
      schema: schemas.IncidentStatus,
    },
    written('/v1/incident_statuses', 'incident_status'),
  ),
  incident_types: listOf(
    {
      title: 'Incident types',
      path: '/v1/incident_types',
      docs: 'Incident-Types-V1',
      recordsPath: 'incident_types',
      schema: schemas.IncidentType,
    },
    { find: findAt('/v1/incident_types', 'incident_type') },
  ),
  incident_roles: listOf(
    {
      title: 'Incident roles',
      path: '/v2/incident_roles',
      docs: 'Incident-Roles-V2',
      recordsPath: 'incident_roles',
      schema: schemas.IncidentRole,
    },
    written('/v2/incident_roles', 'incident_role'),
  ),
  custom_fields: listOf(
    {
      title: 'Custom fields',
      path: '/v2/custom_fields',
      docs: 'Custom-Fields-V2',
      recordsPath: 'custom_fields',
      schema: schemas.CustomField,
    },
    written('/v2/custom_fields', 'custom_field'),
  ),
  alerts: listOf(
    {
      title: 'Alerts',
      path: '/v2/alerts',
      docs: 'Alerts-V2',
      recordsPath: 'alerts',
      schema: schemas.Alert,
      pageSize: 50,
    },
    { find: findAt('/v2/alerts', 'alert') },
  ),
  incident_alerts: listOf({
    title: 'Alerts of incidents',
    path: '/v2/incident_alerts',
    docs: 'Incident-Alerts-V2',
    recordsPath: 'incident_alerts',
    schema: schemas.IncidentAlert,
    pageSize: 50,
  }),
  alert_sources: listOf(
    {
      title: 'Alert sources',
      path: '/v2/alert_sources',
      docs: 'Alert-Sources-V2',
      recordsPath: 'alert_sources',
      schema: schemas.AlertSource,
    },
    written('/v2/alert_sources', 'alert_source'),
  ),
  escalations: listOf(
    {
      title: 'Escalations',
      path: '/v2/escalations',
      docs: 'Escalations-V2',
      recordsPath: 'escalations',
      schema: schemas.Escalation,
      pageSize: 50,
      incremental: since,
    },
    {
      find: findAt('/v2/escalations', 'escalation'),
      create: nonIdempotent('POST /v2/escalations', { targetIdPath: 'escalation.id' }),
    },
  ),
  escalation_paths: listOf(
    {
      title: 'Escalation paths',
      path: '/v2/escalation_paths',
      docs: 'Escalations-V2',
      recordsPath: 'escalation_paths',
      schema: schemas.EscalationPath,
      pageSize: 25,
    },
    written('/v2/escalation_paths', 'escalation_path'),
  ),
  schedules: listOf(
    {
      title: 'Schedules',
      path: '/v3/schedules',
      docs: 'Schedules-V3',
      recordsPath: 'schedules',
      schema: schemas.Schedule,
      pageSize: 25,
    },
    {
      find: findAt('/v3/schedules', 'schedule'),
      ...writesAt({ path: '/v3/schedules', method: 'PUT', member: 'schedule' }),
    },
  ),
  users: listOf(
    {
      title: 'Users',
      path: '/v2/users',
      docs: 'Users-V2',
      recordsPath: 'users',
      schema: schemas.User,
      query: { include_inactive: 'true' },
      pageSize: 500,
    },
    { find: findAt('/v2/users', 'user') },
  ),
  teams: listOf(
    {
      title: 'Teams',
      path: '/v3/teams',
      docs: 'Teams-V3',
      recordsPath: 'teams',
      schema: schemas.Team,
      pageSize: 250,
    },
    { find: findAt('/v3/teams', 'team') },
  ),
  catalog_types: listOf(
    {
      title: 'Catalog types',
      path: '/v3/catalog_types',
      docs: 'Catalog-V3',
      recordsPath: 'catalog_types',
      schema: schemas.CatalogType,
    },
    written('/v3/catalog_types', 'catalog_type'),
  ),
  catalog_entries: listOf(
    {
      title: 'Catalog entries',
      path: '/v3/catalog_entries',
      docs: 'Catalog-V3',
      recordsPath: 'catalog_entries',
      schema: schemas.CatalogEntry,
      query: { catalog_type_id: '{parent.id}' },
      pageSize: 250,
      parents: { from: catalogTypes, key: 'id' },
    },
    {
      ...written('/v3/catalog_entries', 'catalog_entry', { only: ['update', 'delete'] }),
      // An entry with the external id of another one of its type replaces that.
      upsert: idempotent('POST /v3/catalog_entries', { targetIdPath: 'catalog_entry.id' }),
    },
  ),
  maintenance_windows: listOf(
    {
      title: 'Maintenance windows',
      path: '/v1/maintenance_windows',
      docs: 'Maintenance-Windows-V1',
      recordsPath: 'maintenance_windows',
      schema: schemas.MaintenanceWindow,
      pageSize: 25,
    },
    written('/v1/maintenance_windows', 'maintenance_window'),
  ),
  workflows: listOf(
    {
      title: 'Workflows',
      path: '/v2/workflows',
      docs: 'Workflows-V2',
      recordsPath: 'workflows',
      schema: schemas.Workflow,
    },
    { find: findAt('/v2/workflows', 'workflow'), delete: idempotent('DELETE /v2/workflows/{id}') },
  ),
  api_keys: listOf(
    {
      title: 'API keys',
      path: '/v1/api_keys',
      docs: 'API-Keys-V1',
      recordsPath: 'api_keys',
      schema: schemas.ApiKey,
      pageSize: 25,
    },
    { find: findAt('/v1/api_keys', 'api_key'), delete: idempotent('DELETE /v1/api_keys/{id}') },
  ),
};
