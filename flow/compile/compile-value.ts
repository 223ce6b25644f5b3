import { type Findings, startFindings } from '../../engine/compile/findings.ts';
import { anyField, type FieldType } from '../../transforms/schema/field-type.ts';
import type { FormulaResult, ItemContext } from '../flow.ts';
import type { RunEnvironment } from '../../engine/run-environment.ts';
import { compileStepRules } from './compile-rules.ts';
import type { FlowParts } from './flow-parts.ts';
import type { Names } from './names.ts';
import { placeFindings } from './place-findings.ts';

export interface CompiledValue {
  type: FieldType;
  /** Absent where something is wrong. */
  compute: ((context: ItemContext, environment: RunEnvironment) => FormulaResult) | undefined;
}

const only = 'value';

/** Compiles a formula whose value a step works with; what is wrong with it is added to the findings. */
export function compileValue(
  formula: string,
  at: string,
  { names, flow, findings }: { names: Names; flow: Pick<FlowParts, 'review'>; findings: Findings },
): CompiledValue {
  const found = startFindings();
  const review = flow.review && { target: undefined, write: undefined };
  const rules = [{ to: only, formula }];
  const { mapping, type } = compileStepRules({ rules, defaults: undefined, review }, names, found);
  placeFindings(findings, found, () => at);
  return {
    type: type.members?.get(only) ?? anyField,
    compute:
      mapping &&
      ((context, environment) => {
        const mapped = mapping.apply(context, environment);
        if (mapped.ok) return { ok: true, value: mapped.value[only] ?? null };
        // The field of the rule is none of the definition.
        const { code, message } = mapped.problem;
        return { ok: false, problem: { code, message } };
      }),
  };
}
