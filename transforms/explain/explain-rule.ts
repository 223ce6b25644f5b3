import type { ExplainedField, ExplainedSource, ExplainedStep } from '../../core/explanations.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { compileGetter, type Getter } from '../../core/path-readers.ts';
import { parsePath } from '../../core/paths.ts';
import { compileMapping, type Mapping } from '../compile-mapping.ts';
import type { CompileOptions } from '../compile-rule.ts';
import { type FormulaEnvironment, traceFormula, type TracedFormula } from '../../formula/index.ts';
import type { RecordProblem } from '../problem.ts';
import type { MappingRule } from '../rules.ts';
import { showValue } from './show-value.ts';

/** Explains what a rule gives for a record, step by step. */
export type RuleExplainer = (record: JsonObject, environment: FormulaEnvironment) => ExplainedField;

/** A rule truncated after one of its steps, compiled as a mapping of this one rule. */
interface Stage {
  kind: 'convert' | 'lookup';
  text?: string;
  mapping: Mapping;
}

/** Target of the values of stages; a rule's value does not depend on its target. */
const place = 'value';

/**
 * Compiles a rule once per step, truncated after that step. Every value shown is therefore one of the real mapping, and
 * the mapping itself needs no code for explanations.
 *
 * @param at The rule's path in the definition: `mapping[2]`.
 */
export function compileRuleExplainer(rule: MappingRule, at: string, options: CompileOptions): RuleExplainer {
  const { from, value, formula } = rule;
  const start = {
    to: place,
    ...(from && { from }),
    ...(value !== undefined && { value }),
    ...(formula && { formula }),
  };
  const { convert, lookup } = rule;
  // Policies apply to the final value.
  const plain = { ...options, defaults: undefined };
  const first = compileStage(start, plain);
  const stages: Stage[] = [];
  if (convert !== undefined)
    add(stages, { kind: 'convert', text: nameConversion(convert) }, { ...start, convert }, plain);
  if (lookup !== undefined) add(stages, { kind: 'lookup' }, { ...start, ...(convert && { convert }), lookup }, plain);
  const whole = compileStage({ ...rule, to: place }, options);
  const traced = formula === undefined ? undefined : traceFormula(formula, { record: options.recordType });
  const sources = listSources(rule, traced);

  return (record, environment) => {
    const steps = explainStart(rule, { first, traced }, record, environment);
    let last = first && applyStage(first, record, environment);
    for (const { kind, text, mapping } of stages) {
      if (last?.ok === false) break;
      last = applyStage(mapping, record, environment);
      steps.push({ kind, ...(text && { text }), ...toShown(last) });
    }
    const result = whole && applyStage(whole, record, environment);
    // If the steps give nothing, a policy may omit the field, and only a default gives a value.
    const isEmpty = last?.ok === true && (last.value ?? null) === null;
    if (isEmpty && result?.ok === true && (result.value ?? null) !== null) {
      steps.push({ kind: 'default', ...showValue(result.value) });
    }
    return { to: rule.to, rule: at, sources: sources(record), steps, ...(result && toShown(result)) };
  };
}

function nameConversion(convert: NonNullable<MappingRule['convert']>): string {
  return typeof convert === 'string' ? convert : JSON.stringify(convert);
}

function add(stages: Stage[], stage: Omit<Stage, 'mapping'>, rule: MappingRule, options: CompileOptions): void {
  const mapping = compileStage(rule, options);
  if (mapping !== undefined) stages.push({ ...stage, mapping });
}

function compileStage(rule: MappingRule, options: CompileOptions): Mapping | undefined {
  const compiled = compileMapping([rule], options);
  return compiled.ok ? compiled.mapping : undefined;
}

type StageResult = { ok: true; value: Json | undefined } | { ok: false; problem: RecordProblem };

function applyStage(mapping: Mapping, record: JsonObject, environment: FormulaEnvironment): StageResult {
  const result = mapping.apply(record, environment);
  return result.ok ? { ok: true, value: result.value[place] } : result;
}

function toShown(result: StageResult): Pick<ExplainedStep, 'value' | 'shortened' | 'error'> {
  if (result.ok) return showValue(result.value);
  const { code, message } = result.problem;
  return { error: { code, message } };
}

function explainStart(
  { from, formula }: MappingRule,
  { first, traced }: { first: Mapping | undefined; traced: TracedFormula | undefined },
  record: JsonObject,
  environment: FormulaEnvironment,
): ExplainedStep[] {
  const shown = first === undefined ? {} : toShown(applyStage(first, record, environment));
  if (formula === undefined) {
    return [from === undefined ? { kind: 'constant', ...shown } : { kind: 'read', text: from, ...shown }];
  }
  return [...explainParts(traced, record, environment), { kind: 'formula', text: cut(formula), ...shown }];
}

/** Maximum length of a formula shown; the rule has the full text. */
const textMax = 500;

function cut(text: string): string {
  return text.length > textMax ? `${text.slice(0, textMax).toWellFormed()}…` : text;
}

/** The parts of a formula with their values. */
export function explainParts(
  traced: TracedFormula | undefined,
  record: JsonObject,
  environment: FormulaEnvironment,
): ExplainedStep[] {
  const steps = traced?.trace(record, environment).steps ?? [];
  return steps.map(({ text, value, error }) => ({
    kind: 'expression',
    text: cut(text),
    ...(error === undefined ? showValue(value) : { error: { code: error.code, message: error.message } }),
  }));
}

function listSources(
  { from }: MappingRule,
  traced: TracedFormula | undefined,
): (record: JsonObject) => ExplainedSource[] {
  return createReader(traced?.formula.reads ?? (from === undefined ? [] : [from]));
}

/** Reads the input fields of a rule. */
export function createReader(paths: readonly string[]): (record: JsonObject) => ExplainedSource[] {
  const getters = paths.flatMap((text): [string, Getter][] => {
    const parsed = parsePath(text);
    return parsed.ok ? [[parsed.path.text, compileGetter(parsed.path)]] : [];
  });
  return (record) => getters.map(([path, get]) => ({ path, ...showValue(get(record)) }));
}
