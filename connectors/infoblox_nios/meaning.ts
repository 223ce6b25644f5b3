import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const api = 'https://github.com/infobloxopen/infoblox-nios-go-client';
const client = 'https://github.com/infobloxopen/infoblox-client/blob/master/infoblox_client/connector.py';

const readOnly: Partial<ObjectMeaning> = {
  lag: { none: 'It is only read.', page: api },
  identity: { none: 'References are given by the Grid.', page: api },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'cursor', page: client },
    deletes: { seen: 'absence', how: 'Deleted objects are no longer listed.', page: api },
    identity: { unknown: 'Whether a search compares letters as they are is not told.' },
    filter: { none: 'Values are parameters of their own.', page: client },
    lag: { unknown: 'Whether searches follow writes immediately is not told.' },
    ceilings: { pageSize: 1000, page: client },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
      ],
      page: client,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: client },
    scopes: { none: 'An administrator has the permissions of his groups and roles.', page: api },
  },
  objects: { leases: readOnly, network_views: readOnly, dns_views: readOnly, members: readOnly },
};
