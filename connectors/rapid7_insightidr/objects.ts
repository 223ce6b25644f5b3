import type { z } from 'zod';
import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** Pages are numbered from 0. */
const paged = (pageSize: number): GivenPages['paginate'] => ({
  kind: 'page',
  parameter: 'index',
  first: 0,
  sizeParameter: 'size',
  pageSize,
  totalPagesPath: 'metadata.total_pages',
});

const { listOf, objectOf, pagesOf } = restApi({
  docs: () => 'https://help.rapid7.com/insightidr/en-us/api/v1/docs.html',
  key: 'rrn',
  records: { recordsPath: 'data' },
  paged,
});

/** Without a start, only investigations of the last 28 days are listed. */
const investigations = {
  path: '/idr/v1/investigations',
  query: { start_time: '2015-01-01T00:00:00Z' },
  pageSize: 1000,
} as const;

/** What is watched: searched by POST, without conditions. */
function watched(title: string, path: string, schema: z.ZodType): HttpObject {
  return listOf({
    title,
    path: `${path}/_search`,
    request: { method: 'POST', body: { search: [] } },
    pageSize: 1000,
    schema,
    find: `${path}/{value}`,
  });
}

export const objects: Readonly<Record<string, HttpObject>> = {
  investigations: listOf(
    {
      title: 'Investigations',
      ...investigations,
      key: 'id',
      schema: schemas.Investigation,
      incremental: {
        kind: 'server_filter',
        parameter: 'start_time',
        format: 'iso_s',
        // The instant is that of creation: four weeks see how investigations went on.
        lookbackMs: 28 * 86_400_000,
      },
    },
    { update: idempotent('PUT /idr/v1/investigations/{id}/status/{status}', { body: 'none' }) },
  ),
  investigation_assignees: objectOf(
    { title: 'Assignees of investigations', key: 'id' },
    { upsert: idempotent('PUT /idr/v1/investigations/{id}/assignee') },
  ),
  comments: listOf(
    {
      title: 'Comments on investigations',
      path: '/idr/v1/comments',
      query: { target: '{parent.rrn}' },
      pageSize: 100,
      schema: schemas.Comment,
      parents: { from: pagesOf(investigations), key: 'rrn' },
      find: '/idr/v1/comments/{value}',
    },
    {
      create: nonIdempotent('POST /idr/v1/comments', { targetIdPath: 'rrn' }),
      delete: idempotent('DELETE /idr/v1/comments/{rrn}'),
    },
  ),
  users: watched('Users', '/idr/v1/users', schemas.User),
  accounts: watched('Accounts', '/idr/v1/accounts', schemas.Account),
  assets: watched('Assets', '/idr/v1/assets', schemas.Asset),
  local_accounts: watched('Local accounts of assets', '/idr/v1/assets/local-accounts', schemas.LocalAccount),
};
