/** How the vendor's lists are read, and its records written. */
import type { z } from 'zod';
import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages, GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import { googleList } from '../kit/presets/google.ts';

export const docs = 'https://developers.google.com/workspace/admin';
export const directory = '/admin/directory/v1';
export const customer = `${directory}/customer/{config.customer}`;

interface Listing {
  title: string;
  path: string;
  /** Of the documentation. */
  page: string;
  schema: z.ZodType;
  key?: readonly string[];
  /** Member of the answer that holds the list. */
  list: string;
  /** Most records a page; absent: the list has no pages. */
  pageSize?: number;
  request?: Partial<GivenRequest>;
  more?: Pick<GivenPages, 'incremental' | 'parents'>;
  /** Newer APIs name the size of a page otherwise. */
  sizeParameter?: 'pageSize' | 'maxResults';
}

export function listed(listing: Listing, rest: HttpObject['operations'] = {}): HttpObject {
  const { title, path, page, schema, key = ['id'], list, pageSize, request, more } = listing;
  const { sizeParameter = 'maxResults' } = listing;
  const reading = reads({
    kind: 'pages',
    request: { method: 'GET', path, ...request },
    ...googleList({ recordsPath: list, sizeParameter, ...(pageSize === undefined ? {} : { pageSize }) }),
    ...more,
  });
  return { title, key, schema, docsUrl: `${docs}/${page}`, operations: { list: reading, ...rest } };
}

/** Read once for each user or group. */
export function ofEach(parent: 'users' | 'groups', copy: string): Pick<GivenPages, 'parents'> {
  const request = {
    method: 'GET',
    path: `${directory}/${parent}`,
    query: { customer: '{config.customer}', fields: `nextPageToken,${parent}(id)` },
  } as const;
  const size = { sizeParameter: 'maxResults', pageSize: parent === 'users' ? 500 : 200 } as const;
  const from = { kind: 'pages', request, ...googleList({ recordsPath: parent, ...size }) } as const;
  return { parents: { from, key: 'id', copy: { [copy]: 'id' } } };
}

type WriteDetails = Pick<Parameters<typeof writes>[0], 'already' | 'effect' | 'body'>;

/** A write that has the same effect when it is made twice. */
export function repeats(request: GivenRequest, more: WriteDetails = {}): HttpWrite {
  return writes({ request, idempotency: { kind: 'put_by_key' }, ...more });
}

export function kept(path: string, key = 'id'): { update: HttpWrite; delete: HttpWrite } {
  return {
    update: repeats({ method: 'PATCH', path: `${path}/{${key}}` }),
    delete: repeats({ method: 'DELETE', path: `${path}/{${key}}` }),
  };
}

/**
 * Creates records, and changes the one that is found. What was made may take a minute to be found.
 *
 * @see https://developers.google.com/workspace/admin/directory/v1/guides/manage-users#create_user
 */
export function found(given: { path: string; find: string; id?: string; query?: Record<string, string> }): HttpWrite {
  const { path, find, id = 'id', query = {} } = given;
  return writes({
    request: { method: 'POST', path },
    update: { method: 'PATCH', path: `${path}/{$target_id}` },
    idempotency: {
      kind: 'find',
      request: { method: 'GET', path: `${path}/${find}`, query },
      recordsPath: '$',
      searchLagMs: 60_000,
      adoptsConflict: true,
      notFoundIsAbsent: true,
    },
    targetIdPath: id,
  });
}

/** What a system names by an id of the caller's choice. */
export function named(path: string, key: string): HttpObject['operations'] {
  const upsert = found({ path, find: `{${key}}`, id: key });
  return { create: upsert, upsert, ...kept(path, key) };
}
