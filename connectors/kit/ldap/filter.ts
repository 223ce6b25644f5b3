import { AndFilter, EqualityFilter, type Filter, FilterParser, OrFilter } from 'ldapts';
import type { AttributeValue } from './operations.ts';

/** True for a filter of RFC 4515. @see https://www.rfc-editor.org/rfc/rfc4515 */
export function isFilter(text: string): boolean {
  try {
    FilterParser.parseString(text);
    return text.startsWith('(');
  } catch {
    return false;
  }
}

/** Entries that pass a filter and have one of these values. */
export function withAnyValue(filter: string, attribute: string, values: readonly AttributeValue[]): Filter {
  const equal = values.map((value) => new EqualityFilter({ attribute, value }));
  return new AndFilter({ filters: [FilterParser.parseString(filter), new OrFilter({ filters: equal })] });
}

/** Entries that pass a filter and have these values. Values never become text of a filter. */
export function withValues(filter: string, values: readonly { attribute: string; value: AttributeValue }[]): Filter {
  const equal = values.map((term) => new EqualityFilter(term));
  return new AndFilter({ filters: [FilterParser.parseString(filter), ...equal] });
}
