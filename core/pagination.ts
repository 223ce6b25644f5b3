/** A page of a list, as the API counts it: pages start at 1. */
export interface PageRequest {
  page: number;
  per_page: number;
}

/** The `meta` of a paginated list. */
export interface PageMeta extends PageRequest {
  total: number;
  /** There are more than `total`. Absent where it is the number. */
  total_is_exact?: false;
}

export interface Page<T> {
  items: T[];
  meta: PageMeta;
}

/** `per_page` is at most 100, and 10 by default on `/accounts`. */
export const perPageMax = 100;
export const accountsPerPageDefault = 10;

/** Lists for which the specification states no default answer 100 per page. */
export const perPageDefault = 100;

/** Rows that a list is counted up to, and that page numbers reach; behind them it is walked by `after`. */
export const listedRowsMax = 10_000;

export function toOffset({ page, per_page: perPage }: PageRequest): { limit: number; offset: number } {
  return { limit: perPage, offset: (page - 1) * perPage };
}
