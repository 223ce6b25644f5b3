import type { FieldComparison } from '../../../../core/field-comparison.ts';
import { parseValuePath } from '../../../../core/paths.ts';
import type { HttpRead } from '../../../kit/http/operations.ts';
import { escapeTemplate } from '../../../kit/template.ts';

/**
 * Makes the system leave out what is not asked for, as far as the reading declares how.
 *
 * Of comparisons only "equals": whatever else a system takes for equal, it does hand out what is the same.
 */
export function filterRead(read: HttpRead, where: readonly FieldComparison[]): HttpRead {
  if (read.kind !== 'pages' || read.filters === undefined) return read;
  const asked: Record<string, string> = {};
  for (const [field, { parameter, values }] of Object.entries(read.filters)) {
    const path = JSON.stringify(parseValuePath(field));
    const value = where.find(({ segments, operator }) => operator === 'equals' && JSON.stringify(segments) === path)
      ?.values[0];
    if (typeof value === 'string' && values.includes(value)) asked[parameter] = escapeTemplate(value);
  }
  return { ...read, request: { ...read.request, query: { ...read.request.query, ...asked } } };
}
