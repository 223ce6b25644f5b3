import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://techdocs.akamai.com';
const errors = `${docs}/developer/docs/error-responses`;

const hidden = 'those that the API client may not see';
const listed = (page: string, leavesOut: readonly string[] = [hidden]): Pick<ObjectMeaning, 'listing'> => ({
  listing: { leavesOut, paging: 'whole', page: `${docs}/${page}` },
});

/** Pages of zones and of record sets, sorted by their names. */
const dns: Pick<ObjectMeaning, 'listing' | 'ceilings'> = {
  listing: { leavesOut: [hidden], paging: 'position', page: `${docs}/edge-dns/reference/get-zones` },
  ceilings: pageSizeNotIn(
    `${docs}/edge-dns/reference/get-zones`,
    `${docs}/edge-dns/reference/get-zones-zone-recordsets`,
  ),
};

/** Clients are granted APIs, to read or to write as well. */
const granted = (product: string, page: string, isWritten = true): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    read: [`READ-ONLY of ${product}`],
    ...(isWritten ? { write: [`READ-WRITE of ${product}`] } : {}),
    page: `${docs}/${page}`,
  },
});

const credentials = 'developer/docs/set-up-authentication-credentials';
const administration = granted('Identity Management: User Administration', credentials);
const readAdministration = granted('Identity Management: User Administration', credentials, false);
const dnsManagement = granted('DNS—Zone Record Management', 'edge-dns/reference/api-get-started');
const networkLists = granted('Network Lists', 'network-lists/reference/api-get-started');
const caseManagement = granted('Case Management', 'case-mgmt/v2/reference/get-started');
const alerts = granted('Alerts', 'alerts-app/reference/api-get-started', false);

/** Records of it are written, and not listed. */
const notListed = (page: string): Pick<ObjectMeaning, 'ceilings'> => ({
  ceilings: { none: 'It is not listed.', page: `${docs}/${page}` },
});

const searched: Pick<ObjectMeaning, 'lag'> = {
  lag: lagNotIn(
    `${docs}/iam-api/reference/get-ui-identities`,
    `${docs}/iam-api/reference/get-roles`,
    `${docs}/iam-api/reference/get-allowlist`,
    `${docs}/network-lists/reference/get-network-lists`,
  ),
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: docs },
    listing: { leavesOut: [hidden], paging: 'whole', page: docs },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by Akamai.', page: docs },
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: { none: 'Its writes look nothing up.', page: docs },
    ceilings: { none: 'Lists without pages come whole.', page: docs },
    login: {
      answers: [
        {
          status: 401,
          body: { title: 'Not authorized', status: 401, detail: 'The signature does not match' },
          kind: 'auth_invalid',
        },
        { status: 400, body: { status: 400, detail: 'Invalid timestamp' }, kind: 'config' },
        { status: 403, body: { status: 403 }, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: 'https://github.com/akamai/akamai-apis/blob/master/apis/alerts/v2/examples/401.json',
    },
    errorsInside: { none: 'Errors have a status of their own.', page: errors },
  },
  objects: {
    users: { ...searched, ...listed('iam-api/reference/get-ui-identities'), ...administration },
    user_locks: { ...notListed('iam-api/reference/post-ui-identity-lock'), ...administration },
    groups: {
      ...listed('iam-api/reference/get-groups', [
        'those that the administrator may not manage',
        'other contract types',
      ]),
      ...administration,
    },
    roles: { ...searched, ...listed('iam-api/reference/get-roles', ['other contract types']), ...administration },
    api_clients: {
      ...listed('iam-api/reference/get-api-clients', ['those that the administrator may not manage']),
      ...readAdministration,
    },
    properties: readAdministration,
    allowed_networks: { ...searched, ...listed('iam-api/reference/get-allowlist', []), ...administration },
    zones: { ...dns, ...dnsManagement },
    record_sets: {
      ...dns,
      ...dnsManagement,
      listing: {
        leavesOut: ['those of alias zones, which have none'],
        paging: 'position',
        page: `${docs}/edge-dns/reference/get-zones-zone-recordsets`,
      },
    },
    network_lists: {
      ...searched,
      ...networkLists,
      ...listed('network-lists/reference/get-network-lists'),
      filter: { languages: ['plain'], page: `${docs}/network-lists/reference/get-network-lists` },
      identity: caseNotIn('name', { unique: false }, `${docs}/network-lists/reference/get-network-lists`),
    },
    network_list_elements: { ...notListed('network-lists/reference/put-network-list-elements'), ...networkLists },
    cases: {
      ...caseManagement,
      listing: { leavesOut: ['closed'], paging: 'cursor', page: `${docs}/case-mgmt/reference/get-cases` },
      deletes: {
        seen: 'state',
        how: 'A closed case is in closed_cases.',
        page: `${docs}/case-mgmt/reference/get-cases`,
      },
      ceilings: { pageSize: 200, page: `${docs}/case-mgmt/reference/get-cases` },
    },
    case_comments: { ...notListed('case-mgmt/reference/post-comments'), ...caseManagement },
    closed_cases: {
      ...granted('Case Management', 'case-mgmt/v2/reference/get-started', false),
      listing: { leavesOut: ['active'], paging: 'cursor', page: `${docs}/case-mgmt/reference/get-cases` },
      ceilings: { pageSize: 200, page: `${docs}/case-mgmt/reference/get-cases` },
    },
    alert_definitions: alerts,
    active_alerts: {
      ...listed('alerts-app/reference/get-active-alert-firings', ['those that no longer fire']),
      ...alerts,
    },
    alert_templates: alerts,
  },
};
