import { addFindings, type Findings } from '../../engine/compile/findings.ts';
import { compileFilter, type Keep } from '../../transforms/compile-filter.ts';
import { checkCondition } from '../../transforms/schema/check-types.ts';
import { addMissing } from './add-missing.ts';
import { findUnset } from './find-unset.ts';
import type { FlowParts } from './flow-parts.ts';
import { listReadTypes, type Names, toRecordType } from './names.ts';
import { findStates } from './states.ts';

/** Compiles a condition over the names that a step may read; what is wrong with it is added to the findings. */
export function compileWhen(
  formula: string,
  at: string,
  { names: known, flow, findings }: { names: Names; flow: Pick<FlowParts, 'review' | 'states'>; findings: Findings },
): Keep | undefined {
  const names: Names = { ...known, states: true };
  const unset = findUnset([{ at, formula }], names);
  findings.problems.push(...unset);
  const compiled = compileFilter(formula, { recordType: toRecordType(names), path: at });
  addFindings(findings, compiled);
  if (!compiled.ok || unset.length > 0) return undefined;
  flow.states.push(...findStates(compiled.reads, names.elements).map((state) => ({ ...state, path: at })));
  const reads = flow.review === undefined ? [] : listReadTypes(names);
  for (const types of reads) addMissing(findings, checkCondition(formula, at, types));
  return (context, environment) => {
    const kept = compiled.keep(context, environment);
    return typeof kept === 'boolean' ? kept : { ...kept, code: 'condition_failed' };
  };
}
