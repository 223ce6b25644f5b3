import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const rest = 'https://cloud.google.com/dns/docs/reference/rest/v1';
const errors = 'https://cloud.google.com/apis/design/errors';

const named: Pick<ObjectMeaning, 'identity' | 'lag'> = {
  identity: { unknown: 'Names are unique in a project; whether case counts in them is not told.' },
  lag: { unknown: 'Whether a name is found immediately after its creation is not told.' },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: rest },
    listing: { leavesOut: [], paging: 'cursor', page: `${rest}/managedZones/list` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: rest },
    identity: { none: 'Records are read only.', page: rest },
    filter: { none: 'Values are parameters of their own.', page: rest },
    lag: { none: 'No record is looked for before it is written.', page: rest },
    ceilings: { unknown: 'The largest page is not told.' },
    login: {
      answers: [
        {
          status: 401,
          body: { error: { code: 401, status: 'UNAUTHENTICATED', message: 'The request has invalid credentials.' } },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: { error: { code: 403, status: 'PERMISSION_DENIED', message: 'Permission denied.' } },
          kind: 'permission',
        },
        {
          status: 429,
          body: { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' } },
          kind: 'rate_limited',
        },
      ],
      page: errors,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: errors },
    scopes: {
      read: ['https://www.googleapis.com/auth/ndev.clouddns.readonly'],
      write: ['https://www.googleapis.com/auth/ndev.clouddns.readwrite'],
      page: `${rest}/managedZones/list`,
    },
  },
  objects: {
    zones: named,
    record_sets: {
      identity: { unknown: 'A zone has one set of a name and a type; how names are compared is not told.' },
      lag: named.lag,
    },
    policies: named,
    response_policies: named,
    response_policy_rules: named,
  },
};
