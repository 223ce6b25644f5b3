import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent, type WriteDetails } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://developer.atlassian.com/cloud/confluence/rest/v2/${page}`,
  records: { recordsPath: 'results' },
  // 250 at most; the answer leads on by a cursor. @see https://developer.atlassian.com/cloud/confluence/rest/v2/intro/#using-the-rest-api
  paged: (pageSize) => ({ kind: 'next_url', path: '_links.next', sizeParameter: 'limit', pageSize }),
});

/** The older API, whose lists are counted off. @see https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-group/ */
const older = restApi({
  docs: (page) => `https://developer.atlassian.com/cloud/confluence/rest/v1/${page}`,
  records: { recordsPath: 'results' },
  paged: (pageSize) => ({ kind: 'offset', parameter: 'start', sizeParameter: 'limit', pageSize }),
});

const v2 = '/wiki/api/v2';
/** With their bodies, as they are stored. */
const stored = { 'body-format': 'storage' } as const;

const pages = { path: `${v2}/pages`, query: { status: 'current', sort: 'id' }, pageSize: 250 };
const spaces = { path: `${v2}/spaces`, query: { sort: 'id' }, pageSize: 250 };
const groups = { path: '/wiki/rest/api/group', pageSize: 200 };

/** A change has to name the version that it makes. A page that was changed meanwhile is refused. */
const nextVersion = (path: string): WriteDetails => ({
  lock: { request: { method: 'GET', path }, path: 'version.number', member: 'version.number', next: true },
});

/** Deleted content is moved to the bin. */
const toBin = (path: string) => idempotent(`DELETE ${path}`, { effect: 'reversible', already: { status: 404 } });

interface Content {
  title: string;
  name: 'pages' | 'blogposts';
  docs: string;
  schema: z.ZodType;
  write: z.ZodType;
}

/** Titles are unique in a space, among what is not in the bin. */
function contentOf({ title, name, docs, schema, write: schemaOfWrite }: Content): HttpObject {
  const path = `${v2}/${name}`;
  const details = { schema: schemaOfWrite, constants: { status: 'current' }, keepsKey: ['id'] };
  const write = findOrCreate(`POST ${path}`, {
    ...details,
    find: {
      path,
      query: { 'space-id': '{spaceId}', title: '{title}', status: 'current' },
      recordsPath: 'results',
      idPath: 'id',
      ignoresCase: 'undocumented',
      searchLagMs: 'undocumented',
    },
    targetIdPath: 'id',
  });
  return listOf(
    {
      title,
      path,
      docs,
      schema,
      query: { ...pages.query, ...stored },
      pageSize: 100,
      find: `${path}/{value}?body-format=storage`,
    },
    {
      create: write,
      update: idempotent(`PUT ${path}/{id}`, { ...details, ...nextVersion(`${path}/{id}`) }),
      delete: toBin(`${path}/{id}`),
    },
  );
}

function commentsOf(kind: 'footer' | 'inline', title: string): HttpObject {
  const path = `${v2}/${kind}-comments`;
  return listOf(
    {
      title,
      path,
      docs: 'api-group-comment/',
      schema: kind === 'footer' ? schemas.Comment : schemas.InlineComment,
      query: { ...stored, sort: 'created-date' },
      pageSize: 100,
    },
    {
      ...(kind === 'footer'
        ? { create: nonIdempotent(`POST ${path}`, { targetIdPath: 'id', schema: schemas.NewComment }) }
        : {}),
      delete: idempotent(`DELETE ${path}/{id}`, { effect: 'destructive', already: { status: 404 } }),
    },
  );
}

export const objects: Readonly<Record<string, HttpObject>> = {
  spaces: listOf(
    { title: 'Spaces', docs: 'api-group-space/', schema: schemas.Space, ...spaces, find: true },
    { create: nonIdempotent(`POST ${v2}/spaces`, { targetIdPath: 'id' }) },
  ),
  pages: contentOf({
    title: 'Pages',
    name: 'pages',
    docs: 'api-group-page/',
    schema: schemas.Page,
    write: schemas.NewPage,
  }),
  blog_posts: contentOf({
    title: 'Blog posts',
    name: 'blogposts',
    docs: 'api-group-blog-post/',
    schema: schemas.BlogPost,
    write: schemas.NewBlogPost,
  }),
  footer_comments: commentsOf('footer', 'Comments below pages'),
  inline_comments: commentsOf('inline', 'Comments within pages'),
  attachments: listOf(
    {
      title: 'Attachments',
      path: `${v2}/attachments`,
      docs: 'api-group-attachment/',
      schema: schemas.Attachment,
      query: { status: 'current', sort: 'created-date' },
      pageSize: 250,
      find: true,
    },
    { delete: toBin(`${v2}/attachments/{id}`) },
  ),
  tasks: listOf(
    {
      title: 'Tasks',
      path: `${v2}/tasks`,
      docs: 'api-group-task/',
      schema: schemas.Task,
      query: stored,
      pageSize: 250,
      find: true,
    },
    { update: idempotent(`PUT ${v2}/tasks/{id}`, { schema: schemas.TaskChange }) },
  ),
  labels: listOf({
    title: 'Labels',
    path: `${v2}/labels`,
    docs: 'api-group-label/',
    schema: schemas.Label,
    query: { sort: 'id' },
    pageSize: 250,
  }),
  page_labels: listOf({
    title: 'Labels of pages',
    path: `${v2}/pages/{parent.id}/labels`,
    docs: 'api-group-label/',
    key: ['page_id', 'id'],
    schema: schemas.PageLabel,
    query: { sort: 'id' },
    pageSize: 250,
    parents: { from: pagesOf(pages), key: 'id', copy: { page_id: 'id' } },
  }),
  space_permissions: listOf({
    title: 'Permissions of spaces',
    path: `${v2}/spaces/{parent.id}/permissions`,
    docs: 'api-group-space-permissions/',
    key: ['space_id', 'id'],
    schema: schemas.SpacePermission,
    pageSize: 250,
    parents: { from: pagesOf(spaces), key: 'id', copy: { space_id: 'id' } },
  }),
  groups: older.listOf({ title: 'Groups', docs: 'api-group-group/', schema: schemas.Group, ...groups }),
  group_members: older.listOf({
    title: 'Members of groups',
    path: '/wiki/rest/api/group/{parent.id}/membersByGroupId',
    docs: 'api-group-group/',
    key: ['group_id', 'accountId'],
    schema: schemas.GroupMember,
    pageSize: 200,
    parents: { from: older.pagesOf(groups), key: 'id', copy: { group_id: 'id' } },
  }),
};
