import type { CarefulChanged, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://docs.firehydrant.com/reference';
const api = `${docs}/firehydrant-api`;
const description = 'https://github.com/firehydrant/firehydrant-typescript-sdk/blob/010c608/openapi.yaml';

/** "A query to search services by their name": that names are unique is not told. */
const named: Pick<ObjectMeaning, 'identity'> = {
  identity: caseNotIn('name', { unique: false }, api, description),
};

/** "Filters for incidents that were updated after this date": how late one is found is not told. */
const updated = (askedAs: string, misses: string): CarefulChanged => ({
  field: 'updated_at',
  askedAs,
  zone: 'utc',
  granularityMs: 1000,
  late: { marginMs: 60_000 },
  misses,
});

const archived: Pick<ObjectMeaning, 'listing' | 'deletes'> = {
  listing: { leavesOut: ['archived'], paging: 'position', page: description },
  deletes: {
    seen: 'absence',
    how: 'A deleted record is archived, which hides it from lists.',
    page: description,
  },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'position', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by FireHydrant.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'Only a replica lags, which has an address of its own.', page: api },
    ceilings: pageSizeNotIn(api, description),
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
      changed: {
        notDocumented: {
          pages: [description],
          careful: updated(
            'updated_after',
            'Changes of parts: which ones count is not told, and answers have no instant.',
          ),
        },
      },
      ...archived,
    },
    retrospectives: {
      changed: {
        ...updated('updated_since', 'Nothing that the page tells of.'),
        inclusive: false,
        page: `${docs}/list_post_mortem_reports`,
      },
    },
    services: named,
    environments: named,
    functionalities: named,
    teams: { ...named, ...archived },
    incident_roles: archived,
  },
};
