import type { Changed, Fact, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://api-docs.incident.io';

const cursor = (page: string, pageSize: number): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging: 'cursor', page: `${docs}/tag/${page}` },
  ceilings: { pageSize, page: `${docs}/tag/${page}` },
});

/** An instant without a zone, or a day, may be asked for as well; both are in UTC. */
const since = (page: string): Fact<Changed> => ({
  field: 'updated_at',
  inclusive: true,
  zone: 'utc',
  granularityMs: 1000,
  late: { ms: 0 },
  misses: 'Nothing that the page tells of.',
  page: `${docs}/tag/${page}`,
});

/** The description of each operation says which scopes a key needs for it. */
const scoped = (page: string, read: string, ...write: readonly string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write.length === 0 ? {} : { write }), page: `${docs}/tag/${page}` },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'whole', page: docs },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by incident.io.', page: docs },
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: { none: 'Its writes look nothing up.', page: docs },
    ceilings: { none: 'The list comes as a whole.', page: docs },
    login: {
      answers: [
        {
          status: 401,
          body: {
            type: 'authentication_error',
            status: 401,
            request_id: 'a',
            errors: [{ code: 'invalid_api_key', message: 'The API key is invalid.' }],
          },
          kind: 'auth_invalid',
        },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: docs,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: docs },
  },
  objects: {
    incidents: {
      ...cursor('Incidents-V2', 250),
      // Its description says 500, and its page 250.
      ceilings: { pageSize: 250, page: 'https://docs.incident.io/api-reference/incidents-v2/list' },
      changed: since('Incidents-V2'),
      // Reading needs incidents.view, and creation incidents.create. The page of the edit names no scope.
      scopes: {
        notDocumented: {
          pages: [
            'https://docs.incident.io/api-reference/incidents-v2/edit',
            'https://docs.incident.io/api-reference/introduction',
          ],
          careful: { refusals: 'stop' },
        },
      },
    },
    incident_updates: { ...cursor('Incident-Updates-V2', 250), ...scoped('Incident-Updates-V2', 'incidents.view') },
    actions: scoped('Actions-V2', 'actions.view', 'actions.create', 'actions.update', 'actions.destroy'),
    follow_ups: scoped('Follow-ups-V2', 'actions.view', 'follow_ups.create', 'follow_ups.update', 'follow_ups.destroy'),
    severities: scoped('Severities-V1', 'severities.view', 'organisation_settings.update'),
    incident_statuses: scoped('Incident-Statuses-V1', 'incident_statuses.view', 'incident_lifecycles.update'),
    incident_types: scoped('Incident-Types-V1', 'incident_types.view'),
    incident_roles: scoped('Incident-Roles-V2', 'incident_roles.view', 'organisation_settings.update'),
    custom_fields: scoped('Custom-Fields-V2', 'custom_fields.view', 'organisation_settings.update'),
    alerts: { ...cursor('Alerts-V2', 50), ...scoped('Alerts-V2', 'alerts.view') },
    incident_alerts: { ...cursor('Incident-Alerts-V2', 50), ...scoped('Incident-Alerts-V2', 'alerts.view') },
    alert_sources: scoped(
      'Alert-Sources-V2',
      'alert_sources.view',
      'alert_source.create',
      'alert_source.update',
      'alert_source.destroy',
    ),
    escalations: {
      ...cursor('Escalations-V2', 50),
      changed: since('Escalations-V2'),
      ...scoped('Escalations-V2', 'escalations.view', 'escalations.create'),
    },
    escalation_paths: {
      ...cursor('Escalations-V2', 25),
      ...scoped(
        'Escalations-V2',
        'escalation_paths.view',
        'escalation_paths.create',
        'escalation_paths.update',
        'escalation_paths.destroy',
      ),
    },
    schedules: {
      ...cursor('Schedules-V3', 250),
      ...scoped('Schedules-V3', 'schedules.view', 'schedules.create', 'schedules.update', 'schedules.destroy'),
    },
    users: {
      listing: {
        leavesOut: [],
        shownOnRequest: { states: ['deactivated', 'not yet active'], parameter: 'include_inactive', value: 'true' },
        paging: 'cursor',
        page: `${docs}/tag/Users-V2`,
      },
      ceilings: { pageSize: 10_000, page: `${docs}/tag/Users-V2` },
      ...scoped('Users-V2', 'users.view'),
    },
    teams: { ...cursor('Teams-V3', 250), ...scoped('Teams-V3', 'catalog_entries.view') },
    catalog_types: scoped(
      'Catalog-V3',
      'catalog_types.view',
      'catalog_types.create',
      'catalog_types.edit',
      'catalog_types.destroy',
    ),
    catalog_entries: {
      ...cursor('Catalog-V3', 250),
      // Of its catalog type. The system itself finds the entry that a creation replaces.
      identity: caseNotIn('external_id', { unique: true }, `${docs}/tag/Catalog-V3`),
      scopes: {
        read: ['catalog_types.view', 'catalog_entries.view'],
        write: ['catalog_entries.create', 'catalog_entries.edit', 'catalog_entries.destroy'],
        page: `${docs}/tag/Catalog-V3`,
      },
    },
    maintenance_windows: {
      ...cursor('Maintenance-Windows-V1', 50),
      ...scoped(
        'Maintenance-Windows-V1',
        'maintenance_windows.view',
        'maintenance_window.create',
        'maintenance_window.update',
        'maintenance_window.destroy',
      ),
    },
    workflows: scoped('Workflows-V2', 'workflows.view', 'workflows.destroy'),
    api_keys: { ...cursor('API-Keys-V1', 250), ...scoped('API-Keys-V1', 'api_keys.view', 'api_keys.destroy') },
  },
};
