import type { Meaning } from '../kit/meaning/meaning.ts';

const api = 'https://docs.zerotier.com/api/central/v1/';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'whole', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by ZeroTier.', page: api },
    filter: { none: 'Values are part of the address.', page: api },
    lag: { none: 'Its writes look nothing up.', page: api },
    ceilings: { none: 'Lists come as a whole.', page: api },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: api,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: api },
    scopes: { none: 'A token has the rights of its user.', page: api },
  },
  objects: {
    network_members: {
      identity: {
        field: 'nodeId',
        unique: true,
        ignoresCase: false,
        page: `${api}update-network-member`,
      },
    },
    invitations: {
      deletes: {
        seen: 'state',
        how: 'Declined invitations have the status `canceled`.',
        page: `${api}decline-invitation`,
      },
      identity: { none: 'An address may have been invited before.', page: `${api}get-organization-invitation-list` },
    },
  },
};
