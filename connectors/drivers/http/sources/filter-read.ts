import type { FieldComparison } from '../../../../core/field-comparison.ts';
import { parseValuePath } from '../../../../core/paths.ts';
import type { HttpRead } from '../../../kit/http/operations.ts';
import { escapeTemplate } from '../../../kit/template.ts';

/**
 * Lets the system filter records, as far as the read declares how.
 *
 * Only "equals" is passed on: whatever else a system considers equal, it does return identical values.
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
