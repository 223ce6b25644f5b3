import type { Changed, Fact, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://docs.gitlab.com/api';
const rest = `${docs}/rest/`;
const pages = `${rest}#pagination`;
const labels = `${docs}/group_labels/`;
const members = `${docs}/members/`;

const updatedAfter = (page: string): Fact<Changed> => ({
  field: 'updated_at',
  askedAs: '',
  inclusive: true,
  zone: 'utc',
  granularityMs: 1,
  late: { marginMs: 300_000 },
  misses: 'Changes of a label or a milestone itself.',
  page,
});

const work = (page: string): Partial<ObjectMeaning> => ({
  changed: updatedAfter(page),
  listing: { leavesOut: ['confidential ones that the user may not see'], paging: 'position', page },
});

const notAsked = (page: string): Pick<ObjectMeaning, 'changed'> => ({
  changed: { none: 'Its list takes no instant of change, or none beside pages by keys.', page },
});

const byPosition: Pick<ObjectMeaning, 'listing'> = { listing: { leavesOut: [], paging: 'position', page: pages } };

export const meaning: Meaning = {
  asOf: '2026-11-24',
  all: {
    ...notAsked(rest),
    listing: { leavesOut: [], paging: 'key', page: `${rest}#keyset-based-pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: rest },
    identity: { none: 'Ids are given by GitLab.', page: rest },
    filter: { none: 'Lists take plain parameters.', page: rest },
    lag: { none: 'No record is looked for by a search before it is written.', page: rest },
    ceilings: { pageSize: 100, page: pages },
    login: {
      answers: [
        { status: 401, body: { message: '401 Unauthorized' }, kind: 'auth_invalid' },
        {
          status: 401,
          body: {
            error: 'invalid_token',
            error_description: 'Token is expired. You can either do re-authorization or token refresh.',
          },
          kind: 'auth_expired',
        },
        { status: 403, body: { message: '403 Forbidden' }, kind: 'permission' },
        {
          status: 403,
          body: {
            error: 'insufficient_scope',
            error_description: 'The request requires higher privileges.',
            scope: 'api',
          },
          kind: 'permission',
        },
        { status: 404, body: { message: '404 Group Not Found' }, kind: 'not_found' },
      ],
      page: `${rest}troubleshooting/`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${rest}troubleshooting/` },
    scopes: { read: ['read_api'], write: ['api'], page: `${rest}authentication/` },
  },
  objects: {
    projects: {
      ...notAsked(`${docs}/projects/`),
      listing: {
        leavesOut: ['projects that the user is no member of'],
        paging: 'key',
        page: `${rest}#keyset-based-pagination`,
      },
    },
    groups: {
      ...notAsked(`${docs}/groups/`),
      listing: { leavesOut: ['groups that the user is no member of'], paging: 'position', page: pages },
    },
    users: {
      ...notAsked(`${docs}/users/`),
      identity: { field: 'username', unique: true, ignoresCase: true, page: `${docs}/users/` },
      deletes: { seen: 'state', how: 'Users are blocked: state is blocked.', page: `${docs}/user_moderation/` },
    },
    group_members: { ...notAsked(members), ...byPosition },
    project_members: { ...notAsked(members), ...byPosition },
    issues: work(`${docs}/issues/`),
    merge_requests: work(`${docs}/merge_requests/`),
    labels: {
      ...notAsked(labels),
      ...byPosition,
      identity: caseNotIn('name', { unique: true }, labels),
      lag: lagNotIn(labels),
    },
  },
};
