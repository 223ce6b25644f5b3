import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const docs = 'https://docs.api.stackit.cloud/documentation';
const iaas = `${docs}/iaas/version/v2`;
const dns = `${docs}/dns/version/v1`;

const ofDns: Partial<ObjectMeaning> = {
  listing: { unknown: 'How long records stay listed with the state DELETE_SUCCEEDED is not told.' },
  deletes: { seen: 'state', how: 'Deleted records have the state DELETE_SUCCEEDED.', page: dns },
  identity: { unknown: 'Whether case counts in names is not told.' },
  lag: { unknown: 'Whether lists follow writes immediately is not told.' },
  ceilings: { pageSize: 10_000, page: dns },
};

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
    scopes: { unknown: 'Which roles of a service account reading and writing need is not told there.' },
  },
  objects: {
    keypairs: {
      identity: { unknown: 'Whether case counts in names is not told.' },
      lag: { unknown: 'Whether a name is found immediately after its creation is not told.' },
    },
    dns_zones: ofDns,
    dns_record_sets: ofDns,
  },
};
