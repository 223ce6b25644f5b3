/**
 * Explains the results of a mapping and a filter, by a second, slow compilation of the same definitions.
 *
 * Pure; imported by `engine/`. The code that processes records does not depend on this room, which compiles parts of a
 * definition and records their values.
 */
import type { ExplainedField } from '../../core/explanations.ts';
import type { JsonObject } from '../../core/json.ts';
import type { CompileOptions } from '../compile-rule.ts';
import type { FormulaEnvironment } from '../../formula/index.ts';
import type { MappingRule } from '../rules.ts';
import { compileRuleExplainer } from './explain-rule.ts';

export { compileFilterExplainer, type FilterExplainer } from './explain-filter.ts';

/** Explains every rule for a record, including those after a failed one. */
export type MappingExplainer = (record: JsonObject, environment: FormulaEnvironment) => ExplainedField[];

export function compileMappingExplainer(rules: readonly MappingRule[], options: CompileOptions): MappingExplainer {
  const explainers = rules.map((rule, index) => compileRuleExplainer(rule, `mapping[${index}]`, options));
  return (record, environment) => explainers.map((explain) => explain(record, environment));
}
