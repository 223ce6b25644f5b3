/** The shapes that lists and writes of the Falcon platform have. */
import type { z } from 'zod';
import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages, GivenRequest, HttpWrite } from '../kit/http/operations.ts';

export const docs = 'https://developer.crowdstrike.com/api-reference/collections';

interface Listing {
  title: string;
  path: string;
  /** The vendor's name for the part of the interface. */
  collection: string;
  schema: z.ZodType;
  key?: string | readonly string[];
  query?: Record<string, string>;
  paginate?: GivenPages['paginate'];
  incremental?: GivenPages['incremental'];
}

/** Records by position. @param pageSize The vendor's maximum. */
export function byOffset(pageSize: number): GivenPages['paginate'] {
  return {
    kind: 'offset',
    parameter: 'offset',
    totalPath: 'meta.pagination.total',
    sizeParameter: 'limit',
    pageSize,
  };
}

/** Records behind a token: the only way beyond the first 10 000. */
export function byToken(parameter: 'after' | 'offset', pageSize: number, name = 'after'): GivenPages['paginate'] {
  return { kind: 'cursor', parameter, path: `meta.pagination.${name}`, sizeParameter: 'limit', pageSize };
}

/** By the field of a filter in the Falcon query language. @see https://developer.crowdstrike.com/docs/openapi/ */
export function changedBy(field: string, place: 'query' | 'body' = 'query'): GivenPages['incremental'] {
  return {
    kind: 'server_filter',
    parameter: 'filter',
    in: place,
    template: `${field}:>='{$since}'`,
    format: 'iso_s',
  };
}

function toObject({ title, collection, schema, key = 'id' }: Omit<Listing, 'path'>): Omit<HttpObject, 'operations'> {
  return { title, key: typeof key === 'string' ? [key] : key, schema, docsUrl: `${docs}/${collection}/` };
}

const format = { kind: 'json', recordsPath: 'resources', optional: true } as const;

export function listed(listing: Listing, rest: HttpObject['operations'] = {}): HttpObject {
  const { path, query = {}, paginate = { kind: 'none' }, incremental } = listing;
  const list = reads({
    kind: 'pages',
    request: { method: 'GET', path, query },
    format,
    paginate,
    ...(incremental === undefined ? {} : { incremental }),
  });
  return { ...toObject(listing), operations: { list, ...rest } };
}

/** Ids are listed, and records asked for by so many ids at once. */
export function detailed(
  listing: Omit<Listing, 'incremental'> & { by: GivenRequest; batch?: number },
  rest: HttpObject['operations'] = {},
): HttpObject {
  const { path, query = {}, paginate = { kind: 'none' }, by, batch = 500 } = listing;
  const list = reads({
    kind: 'pages',
    request: by,
    format,
    paginate: { kind: 'none' },
    parents: {
      from: { kind: 'pages', request: { method: 'GET', path, query }, format, paginate },
      key: 'value',
      batch,
    },
  });
  return { ...toObject(listing), operations: { list, ...rest } };
}

/** Ids of a batch as the body that asks for their records. */
export function byIds(path: string, member = 'ids'): GivenRequest {
  return { method: 'POST', path, bodyFields: { [member]: '{parent.value}' } };
}

export const unguarded = { kind: 'none' } as const;
const byKey = { kind: 'put_by_key' } as const;

/** Changes or deletes at an address that names the record; a repeat finds it done. */
export function byAddress(request: GivenRequest, further: Partial<Parameters<typeof writes>[0]> = {}): HttpWrite {
  return writes({ request, idempotency: byKey, ...further });
}

/** An action on records that leaves them in a state: taking it twice is taking it once. */
export function sets(path: string, action: string | undefined, bodyFields: Record<string, string>): HttpWrite {
  const query = action === undefined ? {} : { action_name: action };
  return byAddress({ method: 'POST', path, query, bodyFields });
}
