import type { MappingRule } from '../transforms/rules.ts';
import type { StepDefinition } from './definition.ts';
import { findKind } from './steps/kinds.ts';

/** What takes the place of parts of steps. Default: what is there. */
export interface StepParts {
  /** The rules of a mapping. */
  rules?: (rules: MappingRule[]) => MappingRule[];
  /** The name or id of another integration. */
  integration?: (named: string) => string;
  /** The name or id of a calendar. */
  calendar?: (named: string) => string;
}

/** Puts others in the place of parts of all steps, those within others included. */
export function rewriteSteps(steps: StepDefinition[], parts: StepParts): StepDefinition[] {
  const { rules = keep, integration = keep, calendar = keep } = parts;
  const by = { rules, integration, calendar, steps: (list: StepDefinition[]) => rewriteSteps(list, parts) };
  return steps.map((step) => {
    const changed = { ...step, ...findKind(step)?.rewrite?.(step, by) };
    return Array.isArray(step.on_error) ? { ...changed, on_error: by.steps(step.on_error) } : changed;
  });
}

function keep<Part>(part: Part): Part {
  return part;
}
