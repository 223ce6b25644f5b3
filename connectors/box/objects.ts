import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import type { GivenPages } from '../kit/http/operations.ts';
import { restApi } from '../kit/rest.ts';
import { type Find, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** @see https://developer.box.com/guides/api-calls/pagination/marker-based */
const byMarker = (pageSize = 1000) =>
  ({ kind: 'cursor', parameter: 'marker', path: 'next_marker', sizeParameter: 'limit', pageSize }) as const;

/** Up to 10,000 records only. @see https://developer.box.com/guides/api-calls/pagination/offset-based */
const byOffset = (pageSize = 1000) =>
  ({ kind: 'offset', parameter: 'offset', totalPath: 'total_count', sizeParameter: 'limit', pageSize }) as const;

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://developer.box.com/reference/${page}`,
  records: { recordsPath: 'entries' },
});

/** Records come with few of their fields, unless they are asked for. @see https://developer.box.com/guides/api-calls/permissions-and-errors/fields */
const select = (schema: z.ZodObject, without: readonly string[] = []) => ({
  fields: Object.keys(schema.shape)
    .filter((name) => !without.includes(name))
    .join(','),
});

const ofFolders: GivenPages['parents'] = {
  from: { kind: 'config', name: 'folder_ids' },
  key: 'value',
  copy: { folder_id: 'value' },
};

/** Lists those whose name, or login, begins so. */
const beginning = (path: string, field: string, paginate: GivenPages['paginate']): Find => ({
  path,
  query: { filter_term: `{${field}}`, ...(path === '/users' ? { usemarker: 'true' } : {}) },
  recordsPath: 'entries',
  idPath: 'id',
  ignoresCase: 'undocumented',
  searchLagMs: 'undocumented',
  paginate,
  adoptsConflict: true,
});

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Users',
      path: '/users',
      query: { usemarker: 'true', ...select(schemas.User) },
      docs: 'get-users',
      paginate: byMarker(),
      schema: schemas.User,
      find: true,
    },
    writesAt({ path: '/users', method: 'PUT', find: beginning('/users', 'login', byMarker()) }),
  ),
  groups: listOf(
    {
      title: 'Groups',
      path: '/groups',
      query: select(schemas.Group),
      docs: 'get-groups',
      paginate: byOffset(),
      schema: schemas.Group,
      find: true,
    },
    writesAt({ path: '/groups', method: 'PUT', find: beginning('/groups', 'name', byOffset()) }),
  ),
  group_memberships: listOf(
    {
      title: 'Members of groups',
      path: '/groups/{parent.id}/memberships',
      docs: 'get-groups-id-memberships',
      paginate: byOffset(),
      schema: schemas.GroupMembership,
      parents: { from: pagesOf({ path: '/groups', paginate: byOffset() }), key: 'id' },
    },
    {
      // A member that is there already is a conflict.
      create: nonIdempotent('POST /group_memberships', { targetIdPath: 'id' }),
      ...writesAt({
        path: '/group_memberships',
        method: 'PUT',
        only: ['update', 'delete'],
        remove: { effect: 'reversible' },
      }),
    },
  ),
  folder_items: listOf({
    title: 'Items in folders',
    path: '/folders/{parent.value}/items',
    query: { usemarker: 'true', ...select(schemas.Item, ['folder_id']) },
    docs: 'get-folders-id-items',
    key: ['folder_id', 'type', 'id'],
    paginate: byMarker(),
    schema: schemas.Item,
    parents: ofFolders,
  }),
  folders: objectOf(
    { title: 'Folders', docs: 'post-folders', schema: schemas.Folder },
    {
      create: nonIdempotent('POST /folders', { targetIdPath: 'id' }),
      update: idempotent('PUT /folders/{id}'),
      // Goes to the trash. @see https://developer.box.com/reference/delete-folders-id
      delete: idempotent(
        { method: 'DELETE', path: '/folders/{id}', query: { recursive: 'true' } },
        { body: 'none', effect: 'reversible' },
      ),
    },
  ),
  folder_collaborations: listOf(
    {
      title: 'Collaborations on folders',
      path: '/folders/{parent.value}/collaborations',
      query: select(schemas.Collaboration),
      docs: 'get-folders-id-collaborations',
      paginate: byMarker(),
      schema: schemas.Collaboration,
      parents: { ...ofFolders, copy: {} },
    },
    {
      create: nonIdempotent('POST /collaborations', { targetIdPath: 'id' }),
      ...writesAt({
        path: '/collaborations',
        method: 'PUT',
        only: ['update', 'delete'],
        remove: { effect: 'reversible' },
      }),
    },
  ),
  events: listOf({
    title: 'Events of the enterprise, of the last two weeks',
    path: '/events',
    query: { stream_type: 'admin_logs_streaming' },
    docs: 'get-events',
    key: 'event_id',
    // There always is a next position: at the end, it brings no events.
    paginate: {
      kind: 'cursor',
      parameter: 'stream_position',
      path: 'next_stream_position',
      sizeParameter: 'limit',
      pageSize: 500,
      emptyPageEnds: true,
    },
    schema: schemas.Event,
    incremental: { kind: 'change_feed', path: 'next_stream_position' },
  }),
};
