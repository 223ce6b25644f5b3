import type { Json } from '../../core/json.ts';
import type { FieldComparison } from '../../core/field-comparison.ts';
import { formatPath, parsePath } from '../../core/paths.ts';
import { suggest } from '../../core/names/suggest.ts';
import { readComparisons } from '../read-comparisons.ts';
import type { Condition, Filter } from '../rules.ts';
import { mayEqual } from './compare-fields.ts';
import { describeField, fieldOf, type FieldType, numberKinds } from './field-type.ts';
import { findField } from './find-field.ts';
import type { Finding } from './finding.ts';

/**
 * Finds unknown fields in a filter, and comparisons with values that a field never has.
 *
 * Of a formula, which is type-checked when it is compiled, only comparisons of plain paths are examined.
 *
 * @param isSampled The type comes from sampled records, against which formulas are not compiled.
 */
export function checkFilter(filter: Filter, at: string, record: FieldType, isSampled = false): Finding[] {
  if (typeof filter !== 'string') return checkCondition(filter, at, record);
  return readComparisons(filter).comparisons.flatMap(({ segments, operator, values }) => {
    const found = findField(record, { segments, text: formatPath(segments) });
    if (found.ok) return isEquality(operator) ? checkValues(values, found.field, at) : [];
    const { ok: _, ...problem } = found;
    return isSampled ? [{ isError: true, path: at, ...problem }] : [];
  });
}

function checkCondition(condition: Condition, at: string, record: FieldType): Finding[] {
  if ('all' in condition) {
    return condition.all.flatMap((part, i) => checkCondition(part, `${at}.all[${i}]`, record));
  }
  if ('any' in condition) {
    return condition.any.flatMap((part, i) => checkCondition(part, `${at}.any[${i}]`, record));
  }
  if ('not' in condition) return checkCondition(condition.not, `${at}.not`, record);
  const path = parsePath(condition.field);
  if (!path.ok) return [];
  const found = findField(record, path.path);
  if (!found.ok) {
    const { ok: _, ...problem } = found;
    return [{ isError: true, path: `${at}.field`, ...problem }];
  }
  return checkOperator(condition, found.field, at);
}

function checkOperator(condition: Extract<Condition, { operator: string }>, field: FieldType, at: string): Finding[] {
  switch (condition.operator) {
    case 'exists':
    case 'not_exists':
      return [];
    case 'contains':
      return checkKinds(field, fieldOf(['string', 'array']), condition.operator, at);
    case 'starts_with':
    case 'ends_with':
      return checkKinds(field, fieldOf(['string']), condition.operator, at);
    case 'greater':
    case 'greater_or_equal':
    case 'less':
    case 'less_or_equal': {
      const wanted = fieldOf(typeof condition.value === 'string' ? ['string'] : numberKinds);
      return checkKinds(field, wanted, condition.operator, at);
    }
    case 'equals':
    case 'not_equals':
      return checkValues([condition.value], field, `${at}.value`);
    case 'in':
    case 'not_in':
      return checkValues(condition.value, field, `${at}.value`);
  }
}

function checkKinds({ kinds, ...rest }: FieldType, wanted: FieldType, operator: string, at: string): Finding[] {
  if (kinds === undefined || [...kinds].some((kind) => wanted.kinds?.has(kind) === true)) return [];
  const message = `This is never true: ${operator} compares ${describeField(wanted)} here, and the field holds ${describeField({ kinds, ...rest })}.`;
  return [{ isError: true, path: `${at}.operator`, code: 'never_matches', message }];
}

function isEquality(operator: FieldComparison['operator']): boolean {
  return operator === 'equals' || operator === 'not_equals' || operator === 'in';
}

function checkValues(values: readonly Json[], field: FieldType, at: string): Finding[] {
  return values.flatMap((value): Finding[] => {
    if (value === null || mayEqual(field, value)) return [];
    const known = field.values?.map(nameValue);
    const meant = known && suggest(nameValue(value), known);
    const message = `The field never has the value ${nameValue(value).slice(0, 80)}: it holds ${describeField(field)}.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`;
    const allowed = known === undefined ? {} : { allowed: known };
    return [{ isError: true, path: at, code: 'never_matches', message, ...allowed }];
  });
}

function nameValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
