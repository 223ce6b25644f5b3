import { isComplete } from '../engine/compile.ts';
import type { Definition, StepDefinition } from './definition.ts';

/** A definition of a flow. */
export type FlowDefinition = Definition & { steps: StepDefinition[] };

export function isFlow(definition: Definition): definition is FlowDefinition {
  return definition.steps !== undefined;
}

/** Whether a definition is of a flow whose runs read nothing: each of them has one item. */
export function isSourceless({ steps, source }: Pick<Definition, 'steps' | 'source'>): boolean {
  return steps !== undefined && source === undefined;
}

/** Whether a definition names everything that a run needs: otherwise it is one of a draft. */
export function isWhole(definition: Definition): boolean {
  return isFlow(definition) || isComplete(definition);
}
