import type { MappingRule } from '../transforms/rules.ts';
import type { StepDefinition } from './definition.ts';
import { findKind } from './steps/kinds.ts';

/** Puts other rules in the place of those of all mappings of steps, those within others included. */
export function rewriteSteps(
  steps: StepDefinition[],
  rules: (rules: MappingRule[]) => MappingRule[],
): StepDefinition[] {
  const by = { rules, steps: (list: StepDefinition[]) => rewriteSteps(list, rules) };
  return steps.map((step) => {
    const changed = { ...step, ...findKind(step)?.rewrite?.(step, by) };
    return Array.isArray(step.on_error) ? { ...changed, on_error: by.steps(step.on_error) } : changed;
  });
}
