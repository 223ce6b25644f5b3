import type { Changed, Fact, Meaning, ObjectMeaning, SampleAnswer } from '../kit/meaning/meaning.ts';
import { lagNotIn } from '../kit/meaning/not-documented.ts';

const filtering = 'https://github.com/CrowdStrike/psfalcon/wiki/Filtering-Results';
const responses = 'https://www.falconpy.io/Usage/Response-Handling.html';
const collections = 'https://developer.crowdstrike.com/api-reference/collections';

/** The vendor's own client says how many records each call takes. */
const sdk = (collection: string): string =>
  `https://github.com/CrowdStrike/falconpy/blob/main/src/falconpy/_endpoint/_${collection}.py`;

/** What each scope is called, and what it is needed for. */
const modules = 'https://crowdstrike.github.io/falcon-mcp/modules/overview/';
const cmdlets = (file: string): string => `https://github.com/CrowdStrike/psfalcon/blob/f0b3a68/public/${file}.ps1`;

const scoped = (
  page: string,
  scope: string,
  ...rights: readonly ('read' | 'write')[]
): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    ...(rights.includes('read') ? { read: [`${scope}:read`] } : {}),
    ...(rights.includes('write') ? { write: [`${scope}:write`] } : {}),
    page,
  },
});

const changed = (field: string, collection: string, misses: string): Fact<Changed> => ({
  field,
  inclusive: true,
  zone: 'utc',
  granularityMs: 1000,
  late: { marginMs: 60_000 },
  misses,
  page: `${collections}/${collection}/`,
});

/** Records of it are written, and not listed. */
const notListed = (collection: string): Pick<ObjectMeaning, 'ceilings'> => ({
  ceilings: { none: 'It is not listed.', page: `${collections}/${collection}/` },
});

const whole = (collection: string): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging: 'whole', page: `${collections}/${collection}/` },
  ceilings: { none: 'The list comes as a whole.', page: `${collections}/${collection}/` },
});

const searched: Pick<ObjectMeaning, 'lag'> = {
  lag: lagNotIn(`${collections}/host-group/`, `${collections}/ioc/`),
};

const policies = (collection: string, scope: string, file: string): Partial<ObjectMeaning> => ({
  changed: changed('modified_timestamp', collection, 'Policies that are deleted.'),
  ceilings: { pageSize: 5000, page: sdk(collection.replaceAll('-', '_')) },
  ...scoped(cmdlets(file), scope, 'read', 'write'),
});

/** An answer whose status says success, with what went wrong in its body. */
const inside = (code: number, message: string, kind: SampleAnswer['kind']): SampleAnswer => ({
  status: 200,
  body: { meta: { trace_id: 't' }, resources: [], errors: [{ code, message }] },
  kind,
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: `${collections}/` },
    listing: { leavesOut: [], paging: 'position', page: `${collections}/` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${collections}/` },
    identity: { none: 'Ids are given by Falcon.', page: `${collections}/` },
    filter: { languages: ['fql'], page: filtering },
    lag: { none: 'Its writes look nothing up.', page: `${collections}/` },
    login: {
      answers: [
        {
          status: 403,
          body: { errors: [{ code: 403, message: 'access denied, invalid bearer token' }] },
          kind: 'auth_expired',
        },
        {
          status: 403,
          body: { errors: [{ code: 403, message: 'access denied, scope not permitted' }] },
          kind: 'permission',
        },
        {
          status: 401,
          body: { errors: [{ code: 401, message: 'access denied, authorization failed' }] },
          kind: 'auth_invalid',
        },
      ],
      page: responses,
    },
    errorsInside: {
      answers: [
        inside(400, 'invalid filter', 'validation'),
        inside(403, 'access denied', 'permission'),
        inside(404, 'no matching entity found', 'not_found'),
        inside(409, 'duplicate name', 'conflict'),
        inside(429, 'rate limit exceeded', 'rate_limited'),
        inside(500, 'internal error', 'transient'),
      ],
      page: responses,
    },
  },
  objects: {
    hosts: {
      changed: {
        field: 'modified_timestamp',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1000,
        late: { marginMs: 60_000 },
        misses: 'Hosts that are hidden or removed.',
        page: `${collections}/hosts/`,
      },
      listing: { leavesOut: ['hidden'], paging: 'cursor', page: `${collections}/hosts/` },
      deletes: { seen: 'absence', how: 'A hidden host is in the list of hidden hosts.', page: `${collections}/hosts/` },
      ceilings: { pageSize: 10_000, page: sdk('hosts') },
      scopes: { read: ['Hosts:read'], page: `${collections}/hosts/` },
    },
    hidden_hosts: {
      listing: { leavesOut: [], paging: 'cursor', page: `${collections}/hosts/` },
      ceilings: { pageSize: 10_000, page: sdk('hosts') },
      scopes: { read: ['Hosts:read'], page: `${collections}/hosts/` },
    },
    host_containments: { ...notListed('hosts'), ...scoped(`${collections}/hosts/`, 'Hosts', 'write') },
    host_tags: { ...notListed('hosts'), ...scoped(`${collections}/hosts/`, 'Hosts', 'write') },
    host_groups: {
      ...searched,
      identity: {
        field: 'name',
        unique: true,
        ignoresCase: true,
        page: 'https://github.com/CrowdStrike/terraform-provider-crowdstrike/blob/main/internal/host_groups/host_groups.go',
      },
      filter: { languages: ['fql_lower'], page: 'https://github.com/CrowdStrike/psfalcon/issues/30' },
      changed: changed('modified_timestamp', 'host-group', 'Groups that are deleted, and who their members are.'),
      ceilings: { pageSize: 5000, page: sdk('host_group') },
      ...scoped(`${collections}/host-group/`, 'Host groups', 'read', 'write'),
    },
    host_group_members: {
      ceilings: { pageSize: 5000, page: sdk('host_group') },
      ...scoped(`${collections}/host-group/`, 'Host groups', 'read', 'write'),
    },
    crowd_scores: {
      changed: changed('timestamp', 'incidents', 'Nothing: scores do not change.'),
      ceilings: { pageSize: 2500, page: sdk('incidents') },
      ...scoped(modules, 'Incidents', 'read'),
    },
    event_streams: { ...whole('event-streams'), ...scoped(cmdlets('sensors'), 'Event streams', 'read') },
    assets: {
      changed: changed('last_seen_timestamp', 'discover', 'Changes of assets that are not seen again.'),
      listing: { leavesOut: [], paging: 'cursor', page: sdk('discover') },
      ceilings: { pageSize: 1000, page: sdk('discover') },
      ...scoped(modules, 'Assets', 'read'),
    },
    applications: {
      changed: changed('last_updated_timestamp', 'discover', 'Applications that are removed.'),
      listing: { leavesOut: [], paging: 'cursor', page: sdk('discover') },
      ceilings: { pageSize: 1000, page: sdk('discover') },
      ...scoped(modules, 'Assets', 'read'),
    },
    vulnerabilities: {
      changed: changed('updated_timestamp', 'spotlight-vulnerabilities', 'Nothing that the page tells of.'),
      listing: { leavesOut: [], paging: 'cursor', page: sdk('spotlight_vulnerabilities') },
      ceilings: { pageSize: 5000, page: sdk('spotlight_vulnerabilities') },
      ...scoped(cmdlets('spotlight'), 'Vulnerabilities', 'read'),
    },
    user_roles: {
      ceilings: { pageSize: 500, page: sdk('user_management') },
      ...scoped(`${collections}/user-management/`, 'User management', 'read', 'write'),
    },
    roles: {
      ...whole('user-management'),
      ...scoped(`${collections}/user-management/`, 'User management', 'read'),
    },
    indicators: {
      ...searched,
      changed: changed('modified_on', 'ioc', 'Indicators that are deleted.'),
      listing: { leavesOut: [], paging: 'cursor', page: sdk('ioc') },
      ceilings: { pageSize: 2000, page: cmdlets('iocs') },
      ...scoped(modules, 'IOC Management', 'read', 'write'),
    },
    prevention_policies: policies('prevention-policies', 'Prevention policies', 'policy-prevention'),
    response_policies: policies('response-policies', 'Response policies', 'policy-response'),
    sensor_update_policies: policies('sensor-update-policies', 'Sensor update policies', 'policy-sensor-update'),
    firewall_policies: policies('firewall-policies', 'Firewall management', 'policy-firewall-management'),
    device_control_policies: policies('device-control-policies', 'Device control policies', 'policy-device-control'),
    threat_actors: {
      ceilings: { pageSize: 5000, page: sdk('intel') },
      ...scoped(modules, 'Actors (Falcon Intelligence)', 'read'),
    },
    threat_reports: {
      ceilings: { pageSize: 5000, page: sdk('intel') },
      ...scoped(modules, 'Reports (Falcon Intelligence)', 'read'),
    },
    threat_indicators: {
      listing: { leavesOut: [], paging: 'key', page: sdk('intel') },
      ceilings: { pageSize: 10_000, page: sdk('intel') },
      ...scoped(modules, 'Indicators (Falcon Intelligence)', 'read'),
    },
    alert_assignments: { ...notListed('alerts'), ...scoped(`${collections}/alerts/`, 'Alerts', 'write') },
    alert_tags: { ...notListed('alerts'), ...scoped(`${collections}/alerts/`, 'Alerts', 'write') },
    alert_comments: { ...notListed('alerts'), ...scoped(`${collections}/alerts/`, 'Alerts', 'write') },
    alerts: {
      changed: {
        field: 'updated_timestamp',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1000,
        late: { marginMs: 60_000 },
        misses: 'Comments.',
        page: `${collections}/alerts/`,
      },
      listing: { leavesOut: ['hidden'], paging: 'cursor', page: `${collections}/alerts/` },
      ceilings: { pageSize: 1000, page: sdk('alerts') },
      scopes: { read: ['Alerts:read'], write: ['Alerts:write'], page: `${collections}/alerts/` },
    },
    users: {
      identity: { field: 'uid', unique: true, ignoresCase: true, page: `${collections}/user-management/` },
      ceilings: { pageSize: 500, page: sdk('user_management') },
      scopes: {
        read: ['User management:read'],
        write: ['User management:write'],
        page: `${collections}/user-management/`,
      },
    },
  },
};
