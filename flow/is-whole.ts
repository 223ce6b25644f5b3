import { isComplete, type SourcedDefinition } from '../engine/compile.ts';
import type { Definition, StepDefinition } from './definition.ts';

/** A definition of a flow that names what a run reads. */
export type FlowDefinition = SourcedDefinition & { steps: StepDefinition[] };

export function isFlow(definition: Definition): definition is FlowDefinition {
  return definition.steps !== undefined && definition.source !== undefined;
}

/** Whether a definition names everything that a run needs: otherwise it is one of a draft. */
export function isWhole(definition: Definition): boolean {
  return definition.steps === undefined ? isComplete(definition) : definition.source !== undefined;
}
