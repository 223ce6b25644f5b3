/** Builders for lists and writes of the Falcon platform. */
import type { FilterText } from '../kit/filters/filter-text.ts';
import type { HttpObject } from '../kit/object-types.ts';
import type { GivenPages, GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent } from '../kit/rest-writes.ts';

/** `docs`: the vendor's name for a part of the interface. */
export const { listOf, objectOf, pagesOf } = restApi({
  docs: (collection) => `https://developer.crowdstrike.com/api-reference/collections/${collection}/`,
  records: { recordsPath: 'resources', optional: true },
  paged: byOffset,
});

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

/**
 * Records by token, the only way to read beyond the first 10,000. A token of hosts lives for 2 minutes. How an expired one is
 * refused, the vendor does not say: what was right on the first page is taken to be refused for its token.
 *
 * @see https://www.falconpy.io/Service-Collections/Hosts.html QueryDevicesByFilterScroll
 */
export function byToken(
  parameter: 'after' | 'offset',
  pageSize: number,
  name = 'after',
): Pick<GivenPages, 'paginate' | 'expired'> {
  return {
    paginate: { kind: 'cursor', parameter, path: `meta.pagination.${name}`, sizeParameter: 'limit', pageSize },
    expired: { status: [400, 404, 410] },
  };
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

/** Lists ids, then reads the records by batches of ids. */
export function detailed(list: ListedObject, by: GivenRequest, operations?: HttpObject['operations']): HttpObject {
  const { title, docs, key, schema, ...ids } = list;
  const { path, ...request } = by;
  const parents = { from: pagesOf(ids), key: 'value', batch: 500 };
  return listOf({ title, docs, key, schema, path, request, parents }, operations);
}

/** Ids of a batch as the body that asks for their records. */
export function byIds(path: string): GivenRequest {
  return { method: 'POST', path, bodyFields: { ids: '{parent.value}' } };
}

/** An idempotent action on records. */
export function sets(path: string, action: string, bodyFields: Record<string, string>, effect = {}): HttpWrite {
  return idempotent({ method: 'POST', path, query: { action_name: action }, bodyFields }, effect);
}

/** Creates and changes one record, sent as a list of one and looked up by a filter. */
export function writesOne(path: string, member: string, combined: string, by: FilterText, more = {}): HttpWrite {
  const one = `${member}[0]`;
  return findOrCreate(
    { method: 'POST', path, bodyFields: { [one]: '{$record}' } },
    {
      update: { method: 'PATCH', path, bodyFields: { [one]: '{$record}', [`${one}.id`]: '{$target_id}' } },
      find: {
        path: combined,
        query: { filter: by },
        recordsPath: 'resources',
        idPath: 'id',
        searchLagMs: 'undocumented',
        ...more,
      },
      targetIdPath: 'resources[0].id',
    },
  );
}
