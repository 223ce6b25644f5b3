import { listedRowsMax, type PageMeta } from '../../core/pagination.ts';

/**
 * Links a page of a list to its neighbours, under the base address that the caller used. @see RFC 8288
 *
 * Behind the last page that numbers reach, the next one is what follows the last record.
 */
export function toLinks(url: string, meta: PageMeta, data: unknown): string | undefined {
  const { page, per_page: perPage, total, total_is_exact: isExact = true } = meta;
  const last = Math.max(1, Math.ceil(total / Math.max(1, perPage)));
  const { pathname, searchParams } = new URL(url);
  const link = (relation: string, changes: Record<string, string>): string => {
    const query = new URLSearchParams(searchParams);
    for (const [name, value] of Object.entries(changes)) query.set(name, value);
    return `<${pathname}?${query.toString()}>; rel="${relation}"`;
  };
  const toPage = (to: number): Record<string, string> => ({ page: String(to), per_page: String(perPage) });
  const isDeepest = page * perPage >= listedRowsMax;
  const after = isDeepest && !isExact ? findLastId(data) : undefined;
  const links = [
    ...(page > 1 ? [link('first', toPage(1)), link('prev', toPage(Math.min(page - 1, last)))] : []),
    ...(page < last ? [link('next', toPage(page + 1)), ...(isExact ? [link('last', toPage(last))] : [])] : []),
    ...(page >= last && after !== undefined ? [link('next', { ...toPage(1), after })] : []),
  ];
  return links.length === 0 ? undefined : links.join(', ');
}

function findLastId(data: unknown): string | undefined {
  const last: unknown = Array.isArray(data) ? data.at(-1) : undefined;
  return typeof last === 'object' && last !== null && 'id' in last && typeof last.id === 'string' ? last.id : undefined;
}
