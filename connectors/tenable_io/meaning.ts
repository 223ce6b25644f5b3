import type { Changed, Fact, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const reference = 'https://developer.tenable.com/reference';
const errors = 'https://developer.tenable.com/reference/assets-list-assets';

const paged = (page: string, pageSize?: number): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging: 'position', page: `${reference}/${page}` },
  ceilings: pageSize === undefined ? pageSizeNotIn(`${reference}/${page}`) : { pageSize, page: `${reference}/${page}` },
});

const since = (field: string, page: string, misses: string): Fact<Changed> => ({
  field,
  inclusive: false,
  zone: 'utc',
  granularityMs: 1000,
  late: { ms: 0 },
  misses,
  page: `${reference}/${page}`,
});

const exported = (page: string, size: number): Pick<ObjectMeaning, 'ceilings' | 'scopes'> => ({
  ceilings: { pageSize: size, page: `${reference}/${page}` },
  scopes: { read: ['Basic [16] and Can View of the assets, or an administrator'], page: `${reference}/${page}` },
});

/** The role that reading takes, and writing if that is another one. */
const role = (name: string, page: string, writer?: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [name], ...(writer === undefined ? {} : { write: [writer] }), page: `${reference}/${page}` },
});

const [basic, operator, standard] = ['Basic [16]', 'Scan Operator [24]', 'Standard [32]'];
const [manager, administrator] = ['Scan Manager [40]', 'Administrator [64]'];

/** Records that are looked for in their list before they are written. Where no page says that it is unique, it is not taken so. */
const foundBy = (
  field: string,
  unique: boolean,
  ...pages: readonly [string, ...string[]]
): Pick<ObjectMeaning, 'identity' | 'lag'> => {
  const [list, ...others] = pages;
  const read = [`${reference}/${list}`, ...others.map((page) => `${reference}/${page}`)] as const;
  return { identity: caseNotIn(field, { unique }, ...read), lag: lagNotIn(...read) };
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: `${reference}/navigate` },
    listing: { leavesOut: [], paging: 'whole', page: `${reference}/navigate` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${reference}/navigate` },
    identity: { none: 'Ids are given by Tenable.', page: `${reference}/navigate` },
    filter: { none: 'Values are parameters of their own.', page: `${reference}/navigate` },
    lag: { none: 'Nothing is looked up before it is written.', page: `${reference}/navigate` },
    ceilings: { none: 'Lists without pages come whole.', page: `${reference}/navigate` },
    login: {
      answers: [
        {
          status: 401,
          body: { statusCode: 401, error: 'Unauthorized', message: 'Invalid credentials.' },
          kind: 'auth_invalid',
        },
        { status: 403, kind: 'permission' },
        { status: 429, body: '<h1>429 Too Many Requests</h1>', kind: 'rate_limited' },
      ],
      page: errors,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: errors },
  },
  objects: {
    assets: {
      changed: since('updated_at, deleted_at and terminated_at', 'export-assets-v2', 'Nothing that the page tells of.'),
      // Both readings ask since an instant: for all that was updated, deleted or terminated since.
      listing: { leavesOut: ['web applications'], paging: 'snapshot', page: `${reference}/export-assets-v2` },
      deletes: {
        seen: 'tombstone',
        how: 'A deleted asset has deleted_at, among the changes.',
        page: `${reference}/export-assets-v2`,
      },
      ...exported('export-assets-v2', 10_000),
    },
    vulnerabilities: {
      changed: since('indexed_at', 'exports-vulns-request-export', 'Nothing that the page tells of.'),
      listing: { leavesOut: [], paging: 'snapshot', page: `${reference}/exports-vulns-request-export` },
      deletes: {
        seen: 'state',
        how: 'A finding that is gone has the state FIXED.',
        page: `${reference}/exports-vulns-request-export`,
      },
      ...exported('exports-vulns-request-export', 5000),
    },
    compliance_findings: {
      changed: since('indexed_at', 'io-exports-compliance-create', 'Nothing that the page tells of.'),
      listing: { leavesOut: [], paging: 'snapshot', page: `${reference}/io-exports-compliance-create` },
      deletes: {
        seen: 'state',
        how: 'A finding that is gone has the state FIXED.',
        page: `${reference}/io-exports-compliance-create`,
      },
      ...exported('io-exports-compliance-create', 10_000),
    },
    asset_overview: {
      listing: { leavesOut: ['more than 5000 assets'], paging: 'whole', page: `${reference}/assets-list-assets` },
      ceilings: { records: 5000, page: `${reference}/assets-list-assets` },
      ...role(basic, 'assets-list-assets'),
    },
    asset_severities: {
      listing: {
        leavesOut: ['more than 5000 assets'],
        paging: 'whole',
        page: `${reference}/workbenches-assets-vulnerabilities`,
      },
      ceilings: { records: 5000, page: `${reference}/workbenches-assets-vulnerabilities` },
      ...role(basic, 'workbenches-assets-vulnerabilities'),
    },
    found_plugins: {
      listing: {
        leavesOut: ['more than 5000 vulnerabilities', 'what is older than 450 days'],
        paging: 'whole',
        page: `${reference}/workbenches-vulnerabilities`,
      },
      ceilings: { records: 5000, page: `${reference}/workbenches-vulnerabilities` },
      ...role(basic, 'workbenches-vulnerabilities'),
    },
    plugins: {
      changed: {
        field: 'attributes.plugin_modification_date',
        inclusive: false,
        zone: 'utc',
        granularityMs: 86_400_000,
        late: { ms: 0 },
        misses: 'Updates of the Vulnerability Priority Rating (VPR).',
        page: `${reference}/io-plugins-list`,
      },
      ...paged('io-plugins-list', 10_000),
      ...role(basic, 'io-plugins-list'),
    },
    audit_events: {
      changed: {
        field: 'received',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Nothing: events do not change.',
        page: `${reference}/audit-log-events`,
      },
      ...paged('audit-log-events', 10_000),
      deletes: { seen: 'absence', how: 'Events are kept for three years.', page: `${reference}/audit-log-events` },
      ...role(administrator, 'audit-log-events'),
    },
    // Without the role of an administrator, names and addresses only.
    users: { ...foundBy('username', false, 'users-list', 'users-create'), ...role(basic, 'users-list', administrator) },
    // A name that exists is refused.
    groups: { ...foundBy('name', true, 'groups-list', 'groups-create'), ...role(basic, 'groups-list', administrator) },
    permissions: role(administrator, 'io-v3-access-control-permissions-list', administrator),
    roles: role(administrator, 'access-control-roles-list'),
    // Who is no administrator sees the groups that he is in.
    access_groups: {
      ...paged('io-v2-access-groups-list'),
      ...role(basic, 'io-v2-access-groups-list', administrator),
    },
    legacy_access_groups: {
      ...paged('io-v1-access-groups-list'),
      ...role(basic, 'io-v1-access-groups-list', administrator),
    },
    group_memberships: role(administrator, 'groups-add-user', administrator),
    group_members: role(administrator, 'groups-list-users'),
    agent_memberships: role(manager, 'agent-groups-add-agent', manager),
    scanner_memberships: role(basic, 'scanner-groups-add-scanner', basic),
    network_scanners: role(manager, 'networks-list-scanners'),
    asset_import_jobs: role(basic, 'assets-list-import-jobs'),
    plugin_families: role(basic, 'io-plugins-families-list'),
    family_plugins: role(basic, 'io-plugins-family-details-id'),
    vulnerability_filters: role(basic, 'io-filters-vulnerabilities-workbench-list'),
    scan_folders: role(basic, 'folders-list', basic),
    scan_templates: role(standard, 'editor-list-templates'),
    timezones: role(operator, 'scans-timezones'),
    credential_types: role(basic, 'credentials-list-credential-types'),
    agents: { ...paged('agents-list', 5000), ...role(manager, 'agents-list', manager) },
    agent_groups: {
      ...foundBy('name', false, 'agent-groups-list', 'agent-groups-create'),
      ...role(manager, 'agent-groups-list', manager),
    },
    scanners: role(manager, 'scanners-list', manager),
    scanner_groups: {
      ...foundBy('name', false, 'scanner-groups-list', 'scanner-groups-create'),
      ...role(manager, 'scanner-groups-list', manager),
    },
    networks: {
      ...foundBy('name', true, 'networks-list', 'networks-create'),
      ...paged('networks-list'),
      listing: { leavesOut: ['deleted'], paging: 'position', page: `${reference}/networks-list` },
      filter: { languages: ['plain'], page: `${reference}/networks-list` },
      ...role(manager, 'networks-list', manager),
    },
    remediation_scans: {
      ...paged('io-scans-remediation-list', 200),
      ...role('Basic [16] and Can View of the scans', 'io-scans-remediation-list'),
    },
    scans: {
      listing: { leavesOut: ['those that the user may not view'], paging: 'whole', page: `${reference}/scans-list` },
      ...role('Basic [16] and Can View of the scans', 'scans-list', 'Scan Manager [40] and Can Edit of the scans'),
    },
    policies: role(standard, 'policies-list', 'Standard [32] and Can Execute of the policies'),
    exclusions: { ...paged('exclusions-list', 500), ...role(manager, 'exclusions-list', manager) },
    credentials: {
      ...paged('credentials-list', 300),
      listing: {
        leavesOut: ['those of a scan or policy alone', 'those that the user may not use'],
        paging: 'position',
        page: `${reference}/credentials-list`,
      },
      ...role('Can Use [32] of the credentials', 'credentials-list', 'Can Edit [64] of the credentials'),
    },
    tag_categories: {
      ...foundBy('name', true, 'tags-list-tag-categories', 'tags-create-tag-category', 'tags-create-tag-value'),
      ...paged('tags-list-tag-categories'),
      ...role(basic, 'tags-list-tag-categories', manager),
      filter: { languages: ['plain'], page: `${reference}/tags-list-tag-categories` },
    },
    // A value is unique within its category.
    tags: {
      ...foundBy('value', false, 'tags-list-tag-values', 'tags-create-tag-value'),
      ...paged('tags-list-tag-values'),
      ...role(basic, 'tags-list-tag-values', manager),
      filter: { languages: ['plain'], page: `${reference}/tags-list-tag-values` },
    },
    agent_exclusions: {
      ...foundBy('name', false, 'agent-exclusions-list', 'agent-exclusions-create'),
      ...role(manager, 'agent-exclusions-list', manager),
    },
  },
};
