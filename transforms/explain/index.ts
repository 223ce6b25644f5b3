/**
 * Why a mapping and a filter give what they give: a second, slow compilation of the same definitions.
 *
 * Pure; imported by `engine/`. What runs records knows nothing of this room; this room compiles parts of a definition
 * and looks at what each of them gives.
 */
import type { ExplainedField } from '../../core/explanations.ts';
import type { JsonObject } from '../../core/json.ts';
import type { CompileOptions } from '../compile-rule.ts';
import type { FormulaEnvironment } from '../../formula/index.ts';
import type { MappingRule } from '../rules.ts';
import { compileRuleExplainer } from './explain-rule.ts';

export { compileFilterExplainer, type FilterExplainer } from './explain-filter.ts';

/** Tells what every rule makes of a record, also behind one that fails. */
export type MappingExplainer = (record: JsonObject, environment: FormulaEnvironment) => ExplainedField[];

export function compileMappingExplainer(rules: readonly MappingRule[], options: CompileOptions): MappingExplainer {
  const explainers = rules.map((rule, index) => compileRuleExplainer(rule, `mapping[${index}]`, options));
  return (record, environment) => explainers.map((explain) => explain(record, environment));
}
