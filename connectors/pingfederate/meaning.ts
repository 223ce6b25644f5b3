import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const guide = 'https://docs.pingidentity.com/pingfederate/latest/developers_reference_guide';
const api = `${guide}/pf_admin_api.html`;

const paged: Partial<ObjectMeaning> = {
  listing: { leavesOut: [], paging: 'position', page: api },
  ceilings: { unknown: 'The largest page is not told; without a size, a list comes as a whole.' },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'whole', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { unknown: 'Ids are unique; whether case counts in all of them is not told.' },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { unknown: 'A change applies at once to the console that takes it; nothing more is told.' },
    ceilings: { none: 'The list comes as a whole.', page: api },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
      ],
      page: api,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: api },
    scopes: { unknown: 'Accounts have roles such as Admin or Auditor; which one each call needs is not told there.' },
  },
  objects: {
    oauth_clients: paged,
    sp_connections: paged,
    idp_connections: paged,
    idp_adapters: paged,
    sp_adapters: paged,
    scopes: paged,
    policy_contracts: paged,
  },
};
