import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { lagNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://linear.app/developers';
const schema = 'https://github.com/linear/linear/blob/master/packages/sdk/src/schema.graphql';

const full: Pick<ObjectMeaning, 'changed'> = { changed: { none: 'The list is read in full.', page: schema } };
const unlisted: Pick<ObjectMeaning, 'changed'> = { changed: { none: 'They are not listed.', page: schema } };

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: {
      field: 'updatedAt',
      inclusive: true,
      zone: 'utc',
      granularityMs: 1,
      late: { marginMs: 60_000 },
      misses: 'Changes that the vendor does not hold for meaningful, such as those of records that refer to it.',
      page: schema,
    },
    // Archived records are asked for.
    listing: { leavesOut: [], paging: 'cursor', page: `${docs}/pagination` },
    deletes: { seen: 'state', how: 'Deleted and archived records have archivedAt.', page: `${docs}/graphql` },
    identity: { none: 'Ids are given by Linear.', page: `${docs}/graphql` },
    filter: { none: 'Filters are variables of the document.', page: `${docs}/filtering` },
    lag: { none: 'Nothing is looked up before it is written.', page: `${docs}/graphql` },
    ceilings: { pageSize: 250, page: `${docs}/pagination` },
    login: {
      answers: [
        {
          status: 401,
          body: { errors: [{ message: 'Authentication required', extensions: { code: 'AUTHENTICATION_ERROR' } }] },
          kind: 'auth_invalid',
        },
      ],
      page: `${docs}/graphql`,
    },
    errorsInside: {
      answers: [
        {
          status: 400,
          body: { errors: [{ message: 'Rate limit exceeded', extensions: { code: 'RATELIMITED' } }] },
          kind: 'rate_limited',
        },
        {
          status: 200,
          body: { data: null, errors: [{ message: 'Entity not found', extensions: { code: 'INPUT_ERROR' } }] },
          kind: 'not_found',
        },
      ],
      page: `${docs}/rate-limiting`,
    },
    scopes: { read: ['read'], write: ['write'], page: `${docs}/oauth-2-0-authentication` },
  },
  objects: {
    issues: { lag: lagNotIn(schema) },
    projects: { lag: lagNotIn(schema) },
    labels: { lag: lagNotIn(schema) },
    customers: { lag: lagNotIn(schema), ...full },
    team_memberships: full,
    issue_relations: full,
    project_statuses: full,
    archived_issues: unlisted,
    archived_projects: unlisted,
    issue_label_assignments: unlisted,
  },
};
