import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

/** The vendor's descriptions, which the pages of the reference are made from. */
const v2 = 'https://github.com/sofq/confluence-cli/blob/main/spec/confluence-v2-latest.json';
const v1 = 'https://github.com/primelib/confluence-client/blob/main/openapi.yaml';
const unseen = 'content that the user may not see';

/** What is asked for is the status `current`. */
const content = (...others: string[]): Partial<ObjectMeaning> => ({
  listing: { leavesOut: [...others, 'content in the bin', unseen], paging: 'cursor', page: v2 },
  deletes: { seen: 'absence', how: 'Deleted content is in the bin, and is no longer listed as current.', page: v2 },
  identity: caseNotIn('title', { unique: true }, v2),
  lag: lagNotIn(v2),
  scopes: {
    read: ['read:page:confluence'],
    write: ['write:page:confluence', 'delete:page:confluence'],
    page: v2,
  },
});

const read = (scope: string): Partial<ObjectMeaning> => ({ scopes: { read: [scope], page: v2 } });

export const meaning: Meaning = {
  asOf: '2026-11-28',
  all: {
    changed: { none: 'Lists take no instant of change.', page: v2 },
    listing: { leavesOut: [unseen], paging: 'cursor', page: v2 },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: v2 },
    identity: { none: 'Ids are given by Confluence.', page: v2 },
    filter: { none: 'Values are parameters of their own.', page: v2 },
    lag: { none: 'Writes look nothing up.', page: v2 },
    ceilings: { pageSize: 250, page: v2 },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        // @see https://developer.atlassian.com/cloud/confluence/basic-auth-for-rest-apis/ and https://github.com/MrRefactoring/jira.js/issues/418
        {
          status: 200,
          headers: { 'x-seraph-loginreason': 'AUTHENTICATED_FAILED' },
          body: { results: [], _links: {} },
          kind: 'auth_invalid',
        },
      ],
      page: v1,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: v2 },
  },
  objects: {
    spaces: {
      listing: { leavesOut: ['spaces that the user may not see'], paging: 'cursor', page: v2 },
      scopes: { read: ['read:space:confluence'], write: ['write:space:confluence'], page: v2 },
    },
    pages: content('drafts', 'archived content'),
    blog_posts: content('drafts'),
    footer_comments: {
      scopes: {
        read: ['read:comment:confluence'],
        write: ['write:comment:confluence', 'delete:comment:confluence'],
        page: v2,
      },
    },
    inline_comments: {
      scopes: {
        read: ['read:comment:confluence'],
        write: ['delete:comment:confluence'],
        page: v2,
      },
    },
    attachments: {
      listing: {
        leavesOut: ['archived attachments', 'attachments in the bin', unseen],
        paging: 'cursor',
        page: v2,
      },
      scopes: {
        read: ['read:attachment:confluence'],
        write: ['delete:attachment:confluence'],
        page: v2,
      },
    },
    tasks: { scopes: { read: ['read:task:confluence'], write: ['write:task:confluence'], page: v2 } },
    labels: read('read:label:confluence'),
    page_labels: read('read:page:confluence'),
    space_permissions: read('read:space:confluence'),
    groups: {
      listing: { leavesOut: [], paging: 'position', page: v1 },
      ceilings: pageSizeNotIn(v1),
      scopes: { read: ['read:group:confluence'], page: v1 },
    },
    group_members: {
      listing: { leavesOut: [], paging: 'position', page: v1 },
      ceilings: { pageSize: 200, page: v1 },
      scopes: { read: ['read:group:confluence', 'read:user:confluence'], page: v1 },
    },
  },
};
