import type { Meaning } from '../kit/meaning/meaning.ts';

const docs = 'https://docs.firehydrant.com/reference';
const api = `${docs}/firehydrant-api`;

const named = { unknown: 'Whether names are unique, and whether their case counts, is not told.' };

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'position', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by FireHydrant.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'Only a replica lags, which has an address of its own.', page: api },
    ceilings: { unknown: 'The largest page is not told.' },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, body: { error: 'rate limit exceeded' }, kind: 'rate_limited' },
      ],
      page: api,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: api },
    scopes: { none: 'The key of a bot user may do everything in its organization.', page: api },
  },
  objects: {
    incidents: {
      changed: { unknown: 'Answers have no instant of change, and which changes count is not told.' },
      listing: { leavesOut: ['archived'], paging: 'position', page: `${docs}/list_incidents` },
      deletes: {
        seen: 'absence',
        how: 'A deleted incident is archived, and no longer listed.',
        page: `${docs}/delete_incident`,
      },
    },
    retrospectives: {
      changed: {
        field: 'updated_at',
        askedAs: 'updated_since',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1000,
        late: { ms: 0 },
        misses: 'Nothing that the page tells of.',
        page: `${docs}/list_post_mortem_reports`,
      },
    },
    services: { identity: named },
    environments: { identity: named },
    functionalities: { identity: named },
    teams: { identity: named },
  },
};
