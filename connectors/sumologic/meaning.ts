import type { Ceilings, Fact, Listing, Meaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://api.sumologic.com/docs/';
const started = 'https://www.sumologic.com/help/docs/api/about-apis/getting-started/';
const errors = 'https://www.sumologic.com/help/docs/api/metrics';

const whole: { listing: Fact<Listing>; ceilings: Fact<Ceilings> } = {
  listing: { leavesOut: [], paging: 'whole', page: api },
  ceilings: { none: 'The list comes as a whole.', page: api },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'cursor', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by Sumo Logic.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'Nothing is looked up before it is written.', page: api },
    ceilings: { pageSize: 1000, page: api },
    login: {
      answers: [
        {
          status: 401,
          body: { id: 'A', errors: [{ code: 'unauthorized', message: 'Credential could not be verified' }] },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: {
            id: 'A',
            errors: [{ code: 'forbidden', message: 'This operation is not allowed for your account type.' }],
          },
          kind: 'permission',
        },
        {
          status: 429,
          body: { id: 'A', errors: [{ code: 'rate.limit.exceeded', message: 'Rate limit exceeded.' }] },
          kind: 'rate_limited',
        },
      ],
      page: errors,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: errors },
    scopes: { none: 'A key has the capabilities of its owner, or fewer.', page: started },
  },
  objects: {
    users: {
      lag: lagNotIn(`${api}#operation/listUsers`),
      identity: caseNotIn('email', { unique: true }, `${api}#operation/listUsers`),
    },
    roles: {
      lag: lagNotIn(`${api}#operation/listRolesV2`),
      identity: caseNotIn('name', { unique: true }, `${api}#operation/listRolesV2`),
    },
    service_accounts: whole,
    fields: whole,
    partitions: {
      deletes: { seen: 'state', how: 'Partitions are decommissioned: isActive is false.', page: api },
    },
  },
};
