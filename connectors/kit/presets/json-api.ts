import type { GivenPages } from '../http/operations.ts';

type Paged = Pick<GivenPages, 'format' | 'paginate' | 'extract'>;

/**
 * Reading of a JSON:API collection: records are a resource's id, type and relationships with its attributes beside them.
 *
 * @param pageSize Records in a page, at most what the vendor allows.
 * @param sizeParameter How the vendor calls the page's size: the standard leaves it open. Default `page[size]`.
 * @see https://jsonapi.org/format/#fetching-pagination
 */
export function jsonApi({
  pageSize,
  sizeParameter = 'page[size]',
}: {
  pageSize: number;
  sizeParameter?: string;
}): Paged {
  return {
    format: { kind: 'json', recordsPath: 'data' },
    paginate: { kind: 'next_url', path: 'links.next', sizeParameter, pageSize },
    extract: { lift: ['attributes'] },
  };
}
