import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://developer.ui.com/network/';

/** That names are unique is not told either. */
const foundBy = (field: string): Partial<ObjectMeaning> => ({
  identity: caseNotIn(field, { unique: false }, api),
  lag: lagNotIn(api),
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'position', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by the application.', page: api },
    filter: { none: 'Records are searched in the list.', page: api },
    lag: { none: 'It is only read.', page: api },
    ceilings: { pageSize: 200, page: api },
    login: {
      answers: [
        {
          status: 401,
          body: { statusCode: 401, statusName: 'UNAUTHORIZED', code: 'api.authentication.missing-credentials' },
          kind: 'auth_invalid',
        },
        { status: 403, kind: 'permission' },
      ],
      page: api,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: api },
    scopes: { none: 'A key has the rights of the administrator who made it.', page: api },
  },
  objects: {
    clients: { listing: { leavesOut: ['not connected now'], paging: 'position', page: api } },
    devices: { listing: { leavesOut: ['not adopted'], paging: 'position', page: api } },
    networks: foundBy('name'),
    firewall_zones: foundBy('name'),
    firewall_policies: foundBy('name'),
    acl_rules: foundBy('name'),
    dns_policies: foundBy('domain'),
    traffic_matching_lists: foundBy('name'),
    vouchers: { ceilings: { pageSize: 1000, page: api }, lag: { none: 'Its writes look nothing up.', page: api } },
  },
};
