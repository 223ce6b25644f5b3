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

/** A schema of records, and how much it is worth. */
export interface KnownSchema {
  schema: JsonObject;
  /**
   * `declaration` of the connector; the system's `catalog`, which does not say what the system fills in itself;
   * a `sample` of records, of which others may differ: nothing follows from it for certain.
   */
  from: 'declaration' | 'catalog' | 'sample';
  /** Of a target: what it requires, the write has to give. Default true; false where the schema is that of readings. */
  tellsNeeds?: boolean;
}

export interface CheckedTypes {
  problems: FieldError[];
  /** What may go wrong for some records. */
  warnings: FieldError[];
}

export interface TypedParts {
  /** Stands at `source.filter`. */
  filter?: Filter | undefined;
  /** Stands at `mapping`. */
  mapping: readonly MappingRule[];
  defaults?: MappingDefaults | undefined;
  source: KnownSchema | undefined;
  /** Schema of what rules read, which need not be what the source gives; absent where that may be anything. */
  reads: JsonObject | undefined;
  target: KnownSchema | undefined;
  /** What is done with the mapped records; absent: they need nothing. */
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

const staleness = ' The schema is that of the last discovery; `GET /connections/{id}/schema?refresh=true` looks again.';

/** Says what a finding is worth, given where the schemas come from. */
function judge(origins: readonly (KnownSchema['from'] | undefined)[]): (finding: Finding) => Finding {
  const isGuess = origins.includes('sample');
  const hint = origins.includes('catalog') || isGuess ? staleness : '';
  return (finding) => ({
    ...finding,
    isError: finding.isError && !isGuess,
    message: `${isGuess ? toGuess(finding) : finding.message}${hint}`,
  });
}

/** A sample lacks fields that other records have. */
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
