import type { Pagination } from '../../connectors/kit/http/operations.ts';

/** Paths into an answer that a way of paging reads. */
export function listPagingPaths(paginate: Pagination): string[] {
  const more = 'hasMorePath' in paginate ? [paginate.hasMorePath, paginate.endPath] : [];
  return [...listOwn(paginate), ...more].filter((path) => path !== undefined);
}

function listOwn(paginate: Pagination): (string | undefined)[] {
  switch (paginate.kind) {
    case 'page':
      return [paginate.totalPagesPath];
    case 'offset':
      return [paginate.totalPath];
    case 'cursor':
      return [paginate.path, ...Object.values(paginate.with ?? {})];
    case 'next_url':
      return [paginate.path];
    // These read headers, or fields of the records.
    case 'none':
    case 'link_header':
    case 'range_header':
    case 'keyset':
    case 'search_after':
      return [];
  }
}
