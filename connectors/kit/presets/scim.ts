import type { GivenPages } from '../http/operations.ts';

type Paged = Pick<GivenPages, 'format' | 'paginate'>;

/** A service without resources may leave their list out. @see https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2 */
const format = { kind: 'json', recordsPath: 'Resources', optional: true } as const;

/**
 * Reading of a SCIM resource type by index.
 *
 * @param pageSize Records in a page; a service may give fewer. Default 100.
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.4
 */
export function scim({ pageSize = 100 }: { pageSize?: number } = {}): Paged {
  const paginate = {
    kind: 'offset',
    parameter: 'startIndex',
    first: 1,
    totalPath: 'totalResults',
    sizeParameter: 'count',
    pageSize,
  } as const;
  return { format, paginate };
}

/**
 * Reading of a SCIM resource type by cursor. Most services want it switched on by the first request's empty `cursor`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9865#section-2
 */
export function scimCursor({ pageSize = 100 }: { pageSize?: number } = {}): Paged & Pick<GivenPages, 'expired'> {
  return {
    format,
    paginate: { kind: 'cursor', parameter: 'cursor', path: 'nextCursor', sizeParameter: 'count', pageSize },
    expired: { path: 'scimType', equals: ['expiredCursor', 'invalidCursor'] },
  };
}
