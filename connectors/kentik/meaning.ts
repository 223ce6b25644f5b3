import type { Meaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://github.com/kentik/api-schema-public';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    // These are counted, as invalidCount, and not named.
    listing: { leavesOut: ['records that could not be read'], paging: 'whole', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by Kentik.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'Nothing is looked up before it is written.', page: api },
    ceilings: { none: 'The list comes as a whole.', page: api },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: api,
    },
    errorsInside: {
      none: 'Errors have a status of their own; records that could not be read are left out.',
      page: api,
    },
    scopes: { none: 'A token has the rights of its user.', page: api },
  },
  objects: {
    devices: {
      lag: lagNotIn(`${api}/tree/master/proto/kentik/device`),
      identity: caseNotIn('deviceName', { unique: true }, `${api}/tree/master/proto/kentik/device`),
    },
    alerts: {
      listing: { leavesOut: [], paging: 'position', page: api },
      deletes: { seen: 'state', how: 'An alert that is over is listed as cleared.', page: api },
      ceilings: pageSizeNotIn(`${api}/tree/master/proto/kentik/alerting`),
    },
    tests: { lag: lagNotIn(`${api}/tree/master/proto/kentik/synthetics`) },
    agent_alerts: { lag: lagNotIn(`${api}/tree/master/proto/kentik/synthetics`) },
  },
};
