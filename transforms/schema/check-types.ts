import type { FieldError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { typeOfRecord } from '../../formula/json-schema-type.ts';
import type { Filter, MappingDefaults, MappingRule } from '../rules.ts';
import { checkFilter } from './check-filter.ts';
import { checkRule, findMissing, type NeedyWrite } from './check-target.ts';
import { anyField } from './field-type.ts';
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
export function checkTypes(parts: TypedParts): CheckedTypes {
  const { source, target, filter, mapping, defaults } = parts;
  const record = readFieldType(source?.schema);
  const isSampled = source?.from === 'sample';
  const fromSource: Finding[] = filter === undefined ? [] : checkFilter(filter, 'source.filter', record, isSampled);
  const context = {
    record: parts.reads === undefined ? anyField : readFieldType(parts.reads),
    recordType: parts.reads === undefined ? undefined : typeOfRecord(parts.reads),
    isSampled,
    defaults,
  };
  const typed = mapping.map((rule, index) => {
    const at = `mapping[${index}]`;
    return { rule, at, type: findRuleType(rule, at, context, fromSource) };
  });
  const wanted = readFieldType(target?.schema);
  const fromTarget = typed.flatMap((rule) => checkRule(rule, wanted));
  if (parts.write !== undefined) {
    const needed = target === undefined || target.tellsNeeds === false ? undefined : wanted;
    fromTarget.push(...findMissing(typed, parts.write, needed, target?.from === 'declaration'));
  }
  return divide([...fromSource.map(judge([source?.from])), ...fromTarget.map(judge([source?.from, target?.from]))]);
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
