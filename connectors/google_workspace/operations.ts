/** How the vendor's lists are read, and its records written. */
import type { HttpObject } from '../kit/object-types.ts';
import type { GivenPages } from '../kit/http/operations.ts';
import { googleList } from '../kit/presets/google.ts';
import { restApi } from '../kit/rest.ts';
import { type Collection, type Find, writesAt } from '../kit/rest-writes.ts';

export const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://developers.google.com/workspace/admin/${page}`,
});
export const directory = '/admin/directory/v1';
export const customer = `${directory}/customer/{config.customer}`;

/** @param pageSize Most records a page; absent: the list has no pages. */
export function pagesIn(recordsPath: string, pageSize?: number) {
  return googleList({ recordsPath, sizeParameter: 'maxResults', ...(pageSize === undefined ? {} : { pageSize }) });
}

/** Read once for each user or group. */
export function ofEach(parent: 'users' | 'groups', copy: string): GivenPages['parents'] {
  const query = { customer: '{config.customer}', fields: `nextPageToken,${parent}(id)` };
  const from = pagesOf({
    path: `${directory}/${parent}`,
    query,
    ...pagesIn(parent, parent === 'users' ? 500 : 200),
  });
  return { from, key: 'id', copy: { [copy]: 'id' } };
}

/**
 * Where one record is looked for. What was made takes a while to be everywhere, and no bound is told.
 * Whether case counts in addresses is not told either.
 *
 * @see https://developers.google.com/workspace/admin/directory/reference/rest/v1/users/insert
 */
export function foundAt(path: string, query: Record<string, string> = {}): Find {
  return {
    path,
    query,
    recordsPath: '$',
    ignoresCase: 'undocumented',
    searchLagMs: 'undocumented',
    adoptsConflict: true,
  };
}

/** Records that a look-up finds by `field`, and that are changed and deleted at their own address. */
export function writesBy(field: string, collection: Collection, query = {}): HttpObject['operations'] {
  return writesAt({ find: foundAt(`${collection.path}/{${field}}`, query), updateBy: 'address', ...collection });
}
