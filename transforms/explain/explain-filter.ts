import type { ExplainedFilter, ExplainedStep } from '../../core/explanations.ts';
import type { JsonObject } from '../../core/json.ts';
import { compileFilter, type Keep } from '../compile-filter.ts';
import type { CompileOptions } from '../compile-rule.ts';
import { type FormulaEnvironment, traceFormula } from '../../formula/index.ts';
import type { Condition, Filter } from '../rules.ts';
import { createReader, explainParts } from './explain-rule.ts';

/** Explains whether a filter keeps a record, and which conditions decide. */
export type FilterExplainer = (record: JsonObject, environment: FormulaEnvironment) => ExplainedFilter;

type ExplainSteps = (record: JsonObject, environment: FormulaEnvironment) => ExplainedStep[];

/** @param at The filter's path in the definition. */
export function compileFilterExplainer(filter: Filter, at: string, options: CompileOptions): FilterExplainer {
  const whole = compileKeep(filter, options);
  const { sources, steps } =
    typeof filter === 'string' ? explainFormula(filter, options) : explainConditions(filter, options);
  const read = createReader(sources);
  return (record, environment) => ({
    rule: at,
    sources: read(record),
    steps: steps(record, environment),
    ...judge(whole, record, environment),
  });
}

function compileKeep(filter: Filter, options: CompileOptions): Keep | undefined {
  const compiled = compileFilter(filter, options);
  return compiled.ok ? compiled.keep : undefined;
}

function judge(
  keep: Keep | undefined,
  record: JsonObject,
  environment: FormulaEnvironment,
): { value?: boolean; error?: { code: string; message: string } } {
  const kept = keep?.(record, environment);
  if (kept === undefined || typeof kept === 'boolean') return kept === undefined ? {} : { value: kept };
  return { error: { code: kept.code, message: kept.message } };
}

function explainFormula(text: string, options: CompileOptions): { sources: readonly string[]; steps: ExplainSteps } {
  const traced = traceFormula(text, { record: options.recordType });
  return {
    sources: traced?.formula.reads ?? [],
    steps: (record, environment) => explainParts(traced, record, environment),
  };
}

/** Every condition of a tree, those of a group before the group. */
function explainConditions(root: Condition, options: CompileOptions): { sources: string[]; steps: ExplainSteps } {
  const sources = new Set<string>();
  const parts = listConditions(root).map((condition) => {
    if ('field' in condition) sources.add(condition.field);
    return { text: describeCondition(condition), keep: compileKeep(condition, options) };
  });
  return {
    sources: [...sources],
    steps: (record, environment) =>
      parts.map(({ text, keep }) => ({ kind: 'condition', text, ...judge(keep, record, environment) })),
  };
}

/** More conditions would not be readable. */
const conditionsMax = 50;

function listConditions(root: Condition): Condition[] {
  const found: Condition[] = [];
  const collect = (condition: Condition): void => {
    if ('all' in condition) condition.all.forEach(collect);
    else if ('any' in condition) condition.any.forEach(collect);
    else if ('not' in condition) collect(condition.not);
    if (found.length < conditionsMax) found.push(condition);
  };
  collect(root);
  return found;
}

const textMax = 200;

function describeCondition(condition: Condition): string {
  if ('all' in condition) return `all of ${condition.all.length} conditions`;
  if ('any' in condition) return `any of ${condition.any.length} conditions`;
  if ('not' in condition) return `not: ${describeCondition(condition.not)}`;
  const { field, operator } = condition;
  const wanted = 'value' in condition ? ` ${JSON.stringify(condition.value)}` : '';
  const text = `${field} ${operator}${wanted}`;
  return text.length > textMax ? `${text.slice(0, textMax).toWellFormed()}…` : text;
}
