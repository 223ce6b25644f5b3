import type { PageMeta } from '../core/pagination.ts';

/** Links a page of a list to its neighbours, under the base address that the caller used. @see RFC 8288 */
export function toLinks(url: string, { page, per_page: perPage, total }: PageMeta): string | undefined {
  const last = Math.max(1, Math.ceil(total / Math.max(1, perPage)));
  const { pathname, searchParams: query } = new URL(url);
  const link = (to: number, relation: string): string => {
    query.set('page', String(to));
    query.set('per_page', String(perPage));
    return `<${pathname}?${query.toString()}>; rel="${relation}"`;
  };
  const links = [
    ...(page > 1 ? [link(1, 'first'), link(Math.min(page - 1, last), 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
  ];
  return links.length === 0 ? undefined : links.join(', ');
}
