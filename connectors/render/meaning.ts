import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const docs = 'https://api-docs.render.com/reference';
const pages = `${docs}/pagination`;

const updatedAfter = (page: string): Pick<ObjectMeaning, 'changed'> => ({
  changed: {
    field: 'updatedAt',
    askedAs: 'updatedAfter',
    inclusive: false,
    zone: 'utc',
    granularityMs: 1,
    late: { marginMs: 60_000 },
    misses: 'Deletions.',
    page: `${docs}/${page}`,
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list is read without an instant of change.', page: pages },
    listing: { leavesOut: [], paging: 'cursor', page: pages },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: pages },
    identity: { none: 'Ids are given by Render.', page: `${docs}/introduction` },
    filter: { none: 'Values are parameters of their own.', page: pages },
    lag: { none: 'Nothing is looked up before it is written.', page: `${docs}/introduction` },
    ceilings: { pageSize: 100, page: pages },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${docs}/list-deploys`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/introduction` },
    scopes: { none: 'A key may do what its user may.', page: `${docs}/authentication` },
  },
  objects: {
    services: updatedAfter('list-services'),
    postgres: updatedAfter('list-postgres'),
    key_value: updatedAfter('list-key-value'),
    projects: updatedAfter('list-projects'),
    members: {
      listing: { leavesOut: [], paging: 'whole', page: `${docs}/retrieve-owner-members` },
      ceilings: { none: 'The list comes as a whole.', page: `${docs}/retrieve-owner-members` },
    },
    audit_logs: {
      changed: {
        notDocumented: {
          pages: [`${docs}/list-owner-audit-logs`],
          careful: {
            field: 'timestamp',
            askedAs: 'startTime',
            zone: 'utc',
            granularityMs: 1,
            late: { marginMs: 240_000 },
            misses: 'Entries that appear more than five minutes late.',
          },
        },
      },
      ceilings: { pageSize: 1000, page: `${docs}/list-owner-audit-logs` },
    },
  },
};
