import type { Meaning } from '../kit/meaning/meaning.ts';

const api = 'https://github.com/infobloxopen/bloxone-go-client';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list is read in full.', page: api },
    listing: { leavesOut: [], paging: 'position', page: api },
    deletes: { seen: 'absence', how: 'Deleted objects are no longer listed.', page: api },
    identity: { none: 'Ids are given by Infoblox.', page: api },
    filter: { none: 'Nothing is looked up.', page: api },
    lag: { none: 'Its writes look nothing up.', page: api },
    ceilings: { none: 'A service may give fewer records than it is asked for, by a maximum of its own.', page: api },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: api,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: api },
    scopes: { none: 'A key has the rights of its user.', page: 'https://docs.infoblox.com/space/BloxOneCloud/' },
  },
  objects: {},
};
