/** The shapes that Tenable's lists, exports and writes have. */
import type { z } from 'zod';
import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages, GivenRequest, HttpWrite } from '../kit/http/operations.ts';

const docs = 'https://developer.tenable.com/reference';

type List = Pick<GivenPages, 'job' | 'parents' | 'incremental'>;

interface Listing extends List {
  title: string;
  path: string;
  page: string;
  schema: z.ZodType;
  key?: string | readonly string[];
  /** Where the list is; absent: the body itself. */
  list?: string;
  query?: Record<string, string>;
  /** Most records a page; absent: the endpoint gives all at once. */
  pageSize?: number;
  paginate?: GivenPages['paginate'];
}

export function listed(listing: Listing, rest: HttpObject['operations'] = {}): HttpObject {
  const { title, path, page, schema, key = 'id', list, query = {}, pageSize, paginate, ...further } = listing;
  const byOffset = {
    kind: 'offset',
    parameter: 'offset',
    totalPath: 'pagination.total',
    sizeParameter: 'limit',
    pageSize,
  } as const;
  return {
    title,
    key: typeof key === 'string' ? [key] : key,
    schema,
    docsUrl: `${docs}/${page}`,
    operations: {
      list: reads({
        kind: 'pages',
        request: { method: 'GET', path, query },
        format: { kind: 'json', ...(list === undefined ? {} : { recordsPath: list }) },
        paginate: paginate ?? (pageSize === undefined ? { kind: 'none' } : byOffset),
        ...further,
      }),
      ...rest,
    },
  };
}

/**
 * An export: asked for, prepared by the system, read in chunks.
 *
 * @see https://developer.tenable.com/docs/retrieve-vulnerability-data-from-tenableio
 */
export function exported(
  path: string,
  { create = path, body, since }: { create?: string; body: GivenRequest['body']; since: string },
): Pick<Listing, 'path' | 'job' | 'incremental'> {
  return {
    path: `${path}/{job.id}/chunks/{job.chunk}`,
    job: {
      create: { method: 'POST', path: create, body },
      idPath: 'export_uuid',
      status: { method: 'GET', path: `${path}/{job.id}/status` },
      statusPath: 'status',
      done: ['FINISHED'],
      failed: ['ERROR', 'CANCELLED'],
      chunksPath: 'chunks_available',
      // @see https://developer.tenable.com/reference/exports-vulns-export-cancel
      abort: { method: 'POST', path: `${path}/{job.id}/cancel` },
    },
    incremental: { kind: 'server_filter', parameter: since, in: 'body', format: 'epoch_s' },
  };
}

type Idempotency = HttpWrite['idempotency'];

export const deletes = (path: string): HttpWrite =>
  writes({ request: { method: 'DELETE', path }, idempotency: { kind: 'put_by_key' } });

/** Creates and changes records that are looked for in their list, by `filter` or, where it has none, in all of it. */
function writesTo(path: string, find: { list?: string; query?: Record<string, string> }, id: string): HttpWrite {
  const { list, query = {} } = find;
  const idempotency: Idempotency = {
    kind: 'find',
    request: { method: 'GET', path, query, headers: {} },
    ...(list === undefined ? {} : { recordsPath: list }),
    searchLagMs: 0,
    adoptsConflict: true,
  };
  return writes({
    request: { method: 'POST', path },
    update: { method: 'PUT', path: `${path}/{$target_id}` },
    idempotency,
    targetIdPath: id,
  });
}

export function writable(path: string, find: Parameters<typeof writesTo>[1], id: string): HttpObject['operations'] {
  const write = writesTo(path, find, id);
  return { create: write, update: write, upsert: write, delete: deletes(`${path}/{${id}}`) };
}

export const unguarded = (path: string, id = 'id'): HttpObject['operations'] => ({
  create: writes({ request: { method: 'POST', path }, idempotency: { kind: 'none' }, targetIdPath: id }),
  update: writes({ request: { method: 'PUT', path: `${path}/{${id}}` }, idempotency: { kind: 'put_by_key' } }),
  delete: deletes(`${path}/{${id}}`),
});

/** Takes users into groups and agents into groups, and out of them: the address says all. */
export function membership(
  title: string,
  key: readonly string[],
  path: string,
  add: 'POST' | 'PUT',
  page: string,
): HttpObject {
  const write = (method: 'POST' | 'PUT' | 'DELETE'): HttpWrite =>
    writes({ request: { method, path }, body: 'none', idempotency: { kind: 'put_by_key' } });
  return { title, key, docsUrl: `${docs}/${page}`, operations: { upsert: write(add), delete: write('DELETE') } };
}
