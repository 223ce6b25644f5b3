import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const docs = 'https://developer.deel.com/api';
/** The description of the API, as Deel publishes it. */
const reference =
  'https://github.com/api-evangelist/deel/blob/ae9dc6c/openapi/_original/deel-platform-endpoints-openapi.json';

const paged = (paging: 'position' | 'cursor'): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging, page: reference },
  ceilings: { pageSize: 99, page: 'https://developer.deel.com/docs/pagination-1' },
});

const scoped = (read: readonly string[], ...write: readonly string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read, ...(write.length === 0 ? {} : { write }), page: reference },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list is read without an instant of change.', page: reference },
    listing: { leavesOut: [], paging: 'whole', page: reference },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: reference },
    identity: { none: 'Ids are given by Deel.', page: reference },
    filter: { none: 'Values are parameters of their own.', page: reference },
    lag: { none: 'Its writes look nothing up.', page: reference },
    ceilings: { none: 'The list comes as a whole.', page: reference },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${docs}/rate-limits`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/best-practices` },
  },
  objects: {
    people: { ...paged('position'), ...scoped(['people:read'], 'people:write') },
    contracts: { ...paged('cursor'), ...scoped(['contracts:read'], 'contracts:write') },
    groups: {
      ...paged('cursor'),
      deletes: { seen: 'state', how: 'A deleted group is archived, and has archived_at.', page: reference },
      ceilings: { pageSize: 100, page: reference },
      ...scoped(['groups:read'], 'groups:read', 'groups:write'),
    },
    legal_entities: {
      ...paged('cursor'),
      deletes: {
        seen: 'state',
        how: 'A deleted legal entity is archived, and has archived_at.',
        page: reference,
      },
      ...scoped(['organizations:read', 'accounting:read'], 'legal-entity:read', 'legal-entity:write'),
    },
    teams: scoped(['organizations:read']),
    departments: scoped(['organizations:read']),
    managers: { ...paged('position'), ...scoped(['organizations:read'], 'organizations:write') },
    roles: scoped(['organizations:read']),
    organizations: scoped(['organizations:read']),
    time_offs: { ...paged('cursor'), ...scoped(['time-off:read'], 'time-off:write', 'worker:write') },
    timesheets: { ...paged('position'), ...scoped(['timesheets:read'], 'timesheets:write') },
    it_assets: { ...paged('cursor'), ...scoped(['it-assets:read']) },
    it_orders: { ...paged('cursor'), ...scoped(['it-orders:read']) },
  },
};
