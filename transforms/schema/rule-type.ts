import type { Json } from '../../core/json.ts';
import { parsePath } from '../../core/paths.ts';
import { compileConversion } from '../compile-conversion.ts';
import { readStored } from '../compile-rule.ts';
import { inconvertible } from '../convert.ts';
import { compileFormula, type FormulaProblem } from '../../formula/index.ts';
import { suggest } from '../../core/names/suggest.ts';
import type { MappingDefaults, MappingRule } from '../rules.ts';
import type { ObjectType } from '../../formula/value-type.ts';
import { conversionTypes, optionTypes } from './conversion-types.ts';
import {
  anyField,
  describeField,
  fieldOf,
  type FieldType,
  joinFields,
  typeOfConstant,
  withoutLists,
} from './field-type.ts';
import { findField } from './find-field.ts';
import type { Finding } from './finding.ts';
import { toFieldType } from './formula-field.ts';

/** Inputs for the type of a rule. */
export interface RuleContext {
  /** Type of the records that rules read. */
  record: FieldType;
  /** The same, as a formula type. */
  recordType: ObjectType | undefined;
  /** Both come from sampled records; others may differ. */
  isSampled: boolean;
  defaults: MappingDefaults | undefined;
}

/** Follows the type of a rule's value from source to target, and reports steps that can never work. */
export function findRuleType(rule: MappingRule, at: string, context: RuleContext, findings: Finding[]): FieldType {
  const read = findSource(rule, at, context, findings);
  const converted = rule.convert === undefined ? read : convert(read, rule.convert, rule, at, findings);
  const looked = rule.lookup === undefined ? converted : lookUp(converted, rule.lookup, at, findings);
  return applyPolicies(looked, rule, context.defaults);
}

function findSource(rule: MappingRule, at: string, context: RuleContext, findings: Finding[]): FieldType {
  if (rule.value !== undefined) return typeOfConstant(rule.value);
  if (rule.formula !== undefined) {
    const compiled = compileFormula(rule.formula, { record: context.recordType });
    if (compiled.ok) return toFieldType(compiled.formula.type);
    // Declared types are checked when the mapping is compiled; sampled types are not.
    if (context.isSampled && compileFormula(rule.formula).ok) {
      findings.push(...compiled.problems.map((problem) => toFinding(problem, `${at}.formula`)));
    }
    return anyField;
  }
  const path = rule.from === undefined ? undefined : parsePath(rule.from);
  if (path?.ok !== true) return anyField;
  const found = findField(context.record, path.path);
  if (found.ok) return found.field;
  const { ok: _, ...problem } = found;
  findings.push({ isError: true, path: `${at}.from`, ...problem });
  return anyField;
}

function toFinding({ message, suggestion }: FormulaProblem, path: string): Finding {
  const allowed = suggestion === undefined ? {} : { allowed: [suggestion] };
  return { isError: true, path, code: 'doubtful_formula', message, ...allowed };
}

function convert(
  given: FieldType,
  conversion: NonNullable<MappingRule['convert']>,
  rule: MappingRule,
  at: string,
  findings: Finding[],
): FieldType {
  const name = typeof conversion === 'string' ? conversion : conversion.to;
  const { takes, gives } = typeof conversion === 'string' ? conversionTypes[conversion] : optionTypes[conversion.to];
  const { kinds } = given;
  if (kinds === undefined)
    return gives === 'any' ? anyField : fieldOf(gives, { mayBeNull: undefined, mayLack: undefined });
  // Constants are converted and checked when the mapping is compiled.
  const usable = [...kinds].filter((kind) => takes.includes(kind));
  if (usable.length < kinds.size && rule.value === undefined) {
    const isError = usable.length === 0;
    const message = `This conversion (${name}) requires ${describeField(fieldOf(takes))}; the value ${isError ? 'is' : 'may be'} ${describeField(given)}.`;
    findings.push({ isError, path: `${at}.convert`, code: 'impossible_conversion', message });
  }
  const values = convertValues(given.values, conversion, at, findings);
  const mayBeNull = given.mayBeNull === false && kinds.has('string') && gives !== takes ? undefined : given.mayBeNull;
  if (gives === 'any') return kinds.has('string') ? anyField : given;
  return fieldOf(gives, { values, mayBeNull, mayLack: given.mayLack, items: listItems(given) });
}

/** Converts listed values. */
function convertValues(
  values: readonly Json[] | undefined,
  conversion: NonNullable<MappingRule['convert']>,
  at: string,
  findings: Finding[],
): readonly Json[] | undefined {
  const compiled = compileConversion(conversion);
  if (values === undefined || values.length === 0 || !compiled.ok || conversion === 'list') return undefined;
  const converted = values.map((value) => compiled.conversion.apply(value));
  const failed = values.filter((_, index) => converted[index] === inconvertible);
  if (failed.length > 0) {
    const isError = failed.length === values.length;
    const message = `This conversion does not accept ${failed.map(String).join(', ')}, which the source may contain.`;
    findings.push({ isError, path: `${at}.convert`, code: 'impossible_conversion', message });
  }
  return converted.filter((value) => value !== inconvertible && value !== null);
}

/** Item type of `list`: the value itself, or the items of a list. */
function listItems(given: FieldType): FieldType {
  const { kinds, items = anyField } = given;
  const single: FieldType = { ...withoutLists(given), mayBeNull: false, mayLack: false };
  if (kinds?.has('array') !== true) return single;
  return kinds.size === 1 ? items : joinFields(items, single);
}

function lookUp(
  given: FieldType,
  table: NonNullable<MappingRule['lookup']>,
  at: string,
  findings: Finding[],
): FieldType {
  const { kinds, values } = given;
  if (kinds !== undefined && kinds.size > 0 && [...kinds].every((kind) => kind === 'array' || kind === 'object')) {
    const message = `A lookup table has no entries for ${describeField(given)}.`;
    findings.push({ isError: true, path: `${at}.lookup`, code: 'impossible_lookup', message });
  }
  // The entries of a stored table may change with every version.
  if (readStored(table) !== undefined) return anyField;
  const names = values?.map(String);
  for (const name of names === undefined ? [] : Object.keys(table)) {
    if (names?.includes(name) === true) continue;
    const meant = suggest(name, names ?? []);
    const message = `The source never has this value.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`;
    const allowed = meant === undefined ? {} : { allowed: [meant] };
    findings.push({
      isError: false,
      path: `${at}.lookup[${JSON.stringify(name)}]`,
      code: 'never_matches',
      message,
      ...allowed,
    });
  }
  const used = Object.entries(table).filter(([name]) => names === undefined || names.includes(name));
  const isWhole = names?.every((name) => Object.hasOwn(table, name)) === true && given.mayLack === false;
  const outputs = used.map(([, output]) => typeOfConstant(output));
  const found = outputs.length === 0 ? fieldOf([]) : outputs.reduce(joinFields);
  const mayBeNull = found.mayBeNull === true ? true : given.mayBeNull;
  return { ...found, mayBeNull, mayLack: isWhole ? false : kinds === undefined ? undefined : true };
}

/** What `default`, `on_error`, `on_null` and `required` leave of a value's being null or missing. */
function applyPolicies(given: FieldType, rule: MappingRule, defaults: MappingDefaults | undefined): FieldType {
  const onError = rule.on_error ?? defaults?.on_error ?? 'fail_record';
  const onNull = rule.on_null ?? defaults?.on_null ?? 'null';
  const fallback = rule.default ?? undefined;
  let type = given;
  if (fallback !== undefined) {
    const { mayBeNull, mayLack } = type;
    const isUsed = mayBeNull !== false || mayLack !== false || onError === 'default';
    type = isUsed ? joinFields({ ...type, mayBeNull: false, mayLack: false }, typeOfConstant(fallback)) : type;
  } else if (rule.default === null && type.mayLack !== false) {
    type = { ...type, mayLack: false, mayBeNull: type.mayLack === true ? true : type.mayBeNull };
  }
  if (rule.required === true) return { ...type, mayBeNull: false, mayLack: false };
  if (onNull !== 'null') {
    const mayLack = onNull === 'omit' && type.mayBeNull === true ? true : type.mayLack;
    type = { ...type, mayBeNull: false, mayLack };
  }
  // Only computed values can fail to be computed.
  if (rule.convert === undefined && rule.formula === undefined) return type;
  if (onError === 'null') return { ...type, mayBeNull: true };
  return onError === 'omit' ? { ...type, mayLack: true } : type;
}
