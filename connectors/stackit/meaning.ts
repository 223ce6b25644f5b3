import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://docs.api.stackit.cloud/documentation';
const iaas = `${docs}/iaas/version/v2`;
const dns = `${docs}/dns/version/v1`;

const described = 'https://github.com/stackitcloud/stackit-api-specifications/blob/b7d1b61/services';
const manual = 'https://docs.stackit.cloud/platform';
const command = 'https://github.com/stackitcloud/stackit-cli/blob/f14e531/docs';

/** Deleted records stay in the list, unless a filter leaves them out. */
const ofDns = (field: string, page: string): Partial<ObjectMeaning> => ({
  listing: { leavesOut: [], paging: 'position', page },
  deletes: { seen: 'state', how: 'A deleted record is listed with the state DELETE_SUCCEEDED.', page },
  identity: caseNotIn(field, { unique: true }, `${described}/dns/v1/dns.json`, page),
  lag: lagNotIn(`${described}/dns/v1/dns.json`, page),
  ceilings: { pageSize: 10_000, page: dns },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: iaas },
    listing: { leavesOut: [], paging: 'whole', page: iaas },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: iaas },
    identity: { none: 'Ids are given by STACKIT.', page: iaas },
    filter: { none: 'Values are parameters of their own.', page: iaas },
    lag: { none: 'No record is looked for before it is written.', page: iaas },
    ceilings: { none: 'The list comes as a whole.', page: iaas },
    login: {
      answers: [
        { status: 401, body: { code: 401, msg: 'Unauthorized' }, kind: 'auth_invalid' },
        { status: 403, body: { code: 403, msg: 'Forbidden' }, kind: 'permission' },
        { status: 429, body: { code: 429, msg: 'Too Many Requests' }, kind: 'rate_limited' },
      ],
      page: iaas,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: iaas },
    // A service account has roles, and each call needs a permission: which one is told of few.
    scopes: {
      notDocumented: {
        pages: [
          `${manual}/access-and-identity/roles-permissions/roles-permissions/`,
          `${manual}/resource-manager/how-tos/manage-projects`,
          `${manual}/access-and-identity/service-accounts`,
          `${described}/iaas/v2/iaas.json`,
        ],
        careful: { refusals: 'stop' },
      },
    },
  },
  objects: {
    keypairs: {
      identity: caseNotIn('name', { unique: true }, `${described}/iaas/v2/iaas.json`),
      lag: {
        none: 'Nothing is searched: a key pair is asked for at its own address.',
        page: `${described}/iaas/v2/iaas.json`,
      },
    },
    // Names are in lowercase only.
    kubernetes_clusters: {
      identity: { field: 'name', unique: true, ignoresCase: false, page: `${described}/ske/v2/ske.json` },
    },
    dns_zones: ofDns('dnsName', `${command}/stackit_dns_zone_list.md`),
    dns_record_sets: ofDns('name', `${command}/stackit_dns_record-set_list.md`),
  },
};
