import type { Changed, Fact, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://docs.datadoghq.com/api/latest';

const happened = (page: string, misses: string): Fact<Changed> => ({
  field: 'timestamp',
  askedAs: 'filter[from]',
  inclusive: true,
  zone: 'utc',
  granularityMs: 1,
  late: { marginMs: 60_000 },
  misses,
  page: `${api}/${page}`,
});

const scopes = (page: string, read: string, ...write: readonly string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write.length === 0 ? {} : { write }), page: `${api}/${page}` },
});

const listing = (paging: 'cursor' | 'key', page: string): Pick<ObjectMeaning, 'listing'> => ({
  listing: { leavesOut: [], paging, page: `${api}/${page}` },
});

const ceilings = (pageSize: number, page: string): Pick<ObjectMeaning, 'ceilings'> => ({
  ceilings: { pageSize, page: `${api}/${page}` },
});

/** A search that ran out of time says so beside what it has found. */
const timesOut = (page: string): Pick<ObjectMeaning, 'errorsInside'> => ({
  errorsInside: {
    answers: [{ status: 200, body: { data: [], meta: { status: 'timeout' } }, kind: 'transient' }],
    page: `${api}/${page}`,
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${api}/users/#list-all-users` },
    listing: { leavesOut: [], paging: 'position', page: `${api}/users/#list-all-users` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${api}/teams/#remove-a-team` },
    identity: { none: 'Ids are given by Datadog.', page: `${api}/using-the-api/` },
    filter: { none: 'Values are parameters of their own.', page: `${api}/users/#list-all-users` },
    lag: { none: 'Nothing is looked up before it is written.', page: `${api}/using-the-api/` },
    ceilings: { pageSize: 100, page: `${api}/users/#list-all-users` },
    login: {
      answers: [
        { status: 401, body: { errors: ['Unauthorized'] }, kind: 'auth_invalid' },
        { status: 403, body: { errors: ['Forbidden'] }, kind: 'permission' },
        { status: 429, body: { errors: ['Too many requests'] }, kind: 'rate_limited' },
      ],
      page: `${api}/incidents/#get-a-list-of-incidents`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${api}/users/#list-all-users` },
  },
  objects: {
    users: {
      deletes: {
        seen: 'state',
        how: '`status` is Disabled; the list has deactivated users, too.',
        page: `${api}/users/#disable-a-user`,
      },
      identity: caseNotIn('email', { unique: true }, `${api}/users/#list-all-users`),
      lag: lagNotIn(`${api}/users/#list-all-users`),
      ...scopes('users/', 'user_access_read', 'user_access_invite', 'user_access_manage'),
    },
    roles: {
      identity: caseNotIn('name', { unique: true }, `${api}/roles/#list-roles`),
      lag: lagNotIn(`${api}/roles/#list-roles`),
      ...scopes('roles/', 'user_access_read', 'user_access_manage'),
    },
    role_users: scopes('roles/', 'user_access_read', 'user_access_manage'),
    teams: {
      // Handles are in lower case only.
      identity: {
        field: 'handle',
        unique: true,
        ignoresCase: false,
        page: 'https://docs.datadoghq.com/account_management/teams/',
      },
      lag: lagNotIn(`${api}/teams/#get-all-teams`),
      ...scopes('teams/', 'teams_read', 'teams_read', 'teams_manage'),
    },
    team_memberships: scopes('teams/', 'teams_read', 'teams_read'),
    security_signals: {
      changed: happened(
        'security-monitoring/#get-a-quick-list-of-security-signals',
        'Changes of the state and the assignee of a signal.',
      ),
      ...listing('cursor', 'security-monitoring/#get-a-quick-list-of-security-signals'),
      ...ceilings(1000, 'security-monitoring/#get-a-quick-list-of-security-signals'),
      ...scopes(
        'security-monitoring/#change-the-triage-state-of-a-security-signal',
        'security_monitoring_signals_read',
        'security_monitoring_signals_write',
      ),
    },
    security_findings: {
      ...listing('cursor', 'security-monitoring/#list-security-findings'),
      ...ceilings(150, 'security-monitoring/#list-security-findings'),
      ...timesOut('security-monitoring/#list-security-findings'),
      ...scopes('security-monitoring/#list-security-findings', 'security_monitoring_findings_read'),
    },
    detection_rules: scopes('security-monitoring/#list-rules', 'security_monitoring_rules_read'),
    audit_logs: {
      changed: happened('audit/#get-a-list-of-audit-logs-events', 'Nothing: events are never changed.'),
      ...listing('cursor', 'audit/#get-a-list-of-audit-logs-events'),
      ...ceilings(1000, 'audit/#get-a-list-of-audit-logs-events'),
      ...timesOut('audit/#get-a-list-of-audit-logs-events'),
      ...scopes('audit/#get-a-list-of-audit-logs-events', 'audit_logs_read'),
    },
    incidents: scopes('incidents/', 'incident_read', 'incident_write'),
    cases: {
      listing: {
        leavesOut: ['archived'],
        paging: 'position',
        page: 'https://docs.datadoghq.com/service_management/case_management/view_and_manage/',
      },
      ...scopes('case-management/', 'cases_read', 'cases_write'),
    },
    monitors: {
      ...listing('key', 'monitors/#get-all-monitors'),
      ...ceilings(1000, 'monitors/#get-all-monitors'),
      ...scopes('monitors/', 'monitors_read', 'monitors_write'),
    },
    hosts: {
      listing: {
        leavesOut: ['hosts that did not report in the last three hours'],
        paging: 'position',
        page: `${api}/hosts/#get-all-hosts-for-your-organization`,
      },
      deletes: {
        seen: 'absence',
        how: 'A host that no longer reports is not listed.',
        page: `${api}/hosts/#get-all-hosts-for-your-organization`,
      },
      ...ceilings(1000, 'hosts/#get-all-hosts-for-your-organization'),
      ...scopes('hosts/#get-all-hosts-for-your-organization', 'hosts_read'),
    },
  },
};
