import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import { changesOfPages, inBody, inQuery, listOf } from './protocol.ts';
import * as schemas from './schema.ts';

interface Found {
  title: string;
  value: 'page' | 'data_source';
  find: string;
  schema: z.ZodType;
}

/** What is shared with the integration, oldest changes first. @see https://developers.notion.com/reference/post-search */
function foundBySearch({ title, value, find, schema }: Found, operations: HttpObject['operations']): HttpObject {
  return listOf(
    {
      title,
      path: '/v1/search',
      docs: 'post-search',
      request: {
        method: 'POST',
        body: {
          filter: { property: 'object', value },
          sort: { timestamp: 'last_edited_time', direction: 'ascending' },
        },
      },
      paginate: inBody,
      schema,
      find,
    },
    operations,
  );
}

export const objects: Readonly<Record<string, HttpObject>> = {
  pages: foundBySearch(
    { title: 'Pages', value: 'page', find: '/v1/pages/{value}', schema: schemas.Page },
    {
      create: nonIdempotent('POST /v1/pages', { targetIdPath: 'id', schema: schemas.NewPage }),
      ...changesOfPages,
    },
  ),
  data_sources: foundBySearch(
    {
      title: 'Data sources of databases',
      value: 'data_source',
      find: '/v1/data_sources/{value}',
      schema: schemas.DataSource,
    },
    { update: idempotent('PATCH /v1/data_sources/{id}') },
  ),
  users: listOf({
    title: 'Users and bots',
    path: '/v1/users',
    docs: 'get-users',
    paginate: inQuery,
    schema: schemas.User,
    find: true,
  }),
};
