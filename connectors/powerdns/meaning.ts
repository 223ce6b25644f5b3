import type { Meaning } from '../kit/meaning/meaning.ts';

const api = 'https://doc.powerdns.com/authoritative/http-api/';
const server = 'https://github.com/PowerDNS/pdns/blob/master/pdns/ws-auth.cc';
const names = 'https://www.rfc-editor.org/rfc/rfc4343';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'whole', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'A set has the name and the type that it is given, in its zone.', page: `${api}zone.html` },
    filter: { none: 'Values are part of the address.', page: api },
    lag: { none: 'Its writes look nothing up.', page: api },
    ceilings: { none: 'Lists come as a whole.', page: api },
    login: { answers: [{ status: 401, kind: 'auth_invalid' }], page: api },
    errorsInside: { none: 'Errors have a status of their own.', page: `${api}#errors` },
    scopes: { none: 'The key may do everything.', page: `${api}#enabling-the-api` },
  },
  objects: {
    zones: {
      identity: { field: 'name', unique: true, ignoresCase: true, page: names },
      lag: { none: 'The backend that is written is asked, past the cache of zones.', page: server },
    },
    tsig_keys: { lag: { none: 'It is only read.', page: api } },
    cryptokeys: {
      lag: { none: 'It is only read.', page: api },
      identity: { none: 'Ids are given by the server.', page: `${api}cryptokey.html` },
    },
  },
};
