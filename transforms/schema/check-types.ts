import type { FieldError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { typeOfRecord } from '../../formula/json-schema-type.ts';
import type { ObjectType } from '../../formula/value-type.ts';
import type { Filter, MappingDefaults, MappingRule } from '../rules.ts';
import { checkFilter } from './check-filter.ts';
import { checkRule, findMissing, type NeedyWrite } from './check-target.ts';
import { anyField, type FieldType } from './field-type.ts';
import type { Finding } from './finding.ts';
import { readFieldType } from './read-field-type.ts';
import { findRuleType } from './rule-type.ts';

/** A schema of records, and how reliable it is. */
export interface KnownSchema {
  schema: JsonObject;
  /**
   * `declaration` of the connector; the system's `catalog`, which does not list the system's defaults; or a `sample` of records, from which nothing follows for certain.
   */
  from: 'declaration' | 'catalog' | 'sample';
  /** For a target: whether the write must provide required fields. Default true; false for a schema of read records. */
  tellsNeeds?: boolean;
}

export interface CheckedTypes {
  problems: FieldError[];
  /** Problems that may occur for some records. */
  warnings: FieldError[];
}

export interface TypedParts {
  /** At `source.filter`. */
  filter?: Filter | undefined;
  /** At `mapping`. */
  mapping: readonly MappingRule[];
  defaults?: MappingDefaults | undefined;
  source: KnownSchema | undefined;
  /** Schema of the records that rules read, which may differ from the source's; absent if unknown. */
  reads: JsonObject | undefined;
  target: KnownSchema | undefined;
  /** How mapped records are written; absent: no fields are required. */
  write: NeedyWrite | undefined;
}

/**
 * Compares a definition with the schemas of both its ends.
 *
 * Tells what can never work (problems) from what may fail for some records (warnings). Of what no schema speaks of,
 * nothing is said: it may be right. Formulas are checked by their own compiler; here, their results are.
 */
export function checkTypes({ source, filter, reads, ...parts }: TypedParts): CheckedTypes {
  const record = readFieldType(source?.schema);
  const fromFilter =
    filter === undefined ? [] : checkFilter(filter, 'source.filter', record, source?.from === 'sample');
  const context =
    reads === undefined
      ? { record: anyField, recordType: undefined }
      : { record: readFieldType(reads), recordType: typeOfRecord(reads) };
  return checkRules({ ...parts, reads: { ...context, from: source?.from } }, fromFilter);
}

/** What rules read, where it is no record of a source alone. */
export interface ReadTypes {
  record: FieldType;
  /** The same as formulas see it; absent if unknown. */
  recordType: ObjectType | undefined;
  /** How reliable it is; absent if unknown. */
  from: KnownSchema['from'] | undefined;
}

/**
 * Compares the rules of a mapping with what they read and with what they write.
 *
 * @param fromSource What was found out about the source before.
 */
export function checkRules(
  {
    mapping,
    defaults,
    reads,
    target,
    write,
  }: Pick<TypedParts, 'mapping' | 'defaults' | 'target' | 'write'> & { reads: ReadTypes },
  fromSource: Finding[] = [],
): CheckedTypes {
  const { from, ...record } = reads;
  const context = { ...record, isSampled: from === 'sample', defaults };
  const typed = mapping.map((rule, index) => {
    const at = `mapping[${index}]`;
    return { rule, at, type: findRuleType(rule, at, context, fromSource) };
  });
  const wanted = readFieldType(target?.schema);
  const fromTarget = typed.flatMap((rule) => checkRule(rule, wanted));
  if (write !== undefined) {
    const needed = target === undefined || target.tellsNeeds === false ? undefined : wanted;
    fromTarget.push(...findMissing(typed, write, needed, target?.from === 'declaration'));
  }
  return divide([...fromSource.map(judge([from])), ...fromTarget.map(judge([from, target?.from]))]);
}

/** Compares a condition with what it reads. @param at Its path in the definition. */
export function checkCondition(condition: Filter, at: string, { record, from }: ReadTypes): CheckedTypes {
  return divide(checkFilter(condition, at, record, from === 'sample').map(judge([from])));
}

const staleness =
  ' The schema is from the last discovery; refresh it with `GET /connections/{id}/schema?refresh=true`.';

/** Grades a finding by the reliability of the schemas. */
function judge(origins: readonly (KnownSchema['from'] | undefined)[]): (finding: Finding) => Finding {
  const isGuess = origins.includes('sample');
  const hint = origins.includes('catalog') || isGuess ? staleness : '';
  return (finding) => ({
    ...finding,
    isError: finding.isError && !isGuess,
    message: `${isGuess ? toGuess(finding) : finding.message}${hint}`,
  });
}

/** A sample may lack fields that other records have. */
function toGuess({ code, message }: Finding): string {
  return code === 'unknown_field' ? message.replace(/^Unknown field (`.*?`)\./, 'No sampled record has $1.') : message;
}

function divide(findings: readonly Finding[]): CheckedTypes {
  const toError = ({ path, code, message, allowed }: Finding): FieldError => ({
    path,
    code,
    message,
    ...(allowed === undefined ? {} : { allowed }),
  });
  return {
    problems: findings.filter(({ isError }) => isError).map(toError),
    warnings: findings.filter(({ isError }) => !isError).map(toError),
  };
}
