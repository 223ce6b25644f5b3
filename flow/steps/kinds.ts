import type { z } from 'zod';
import { action, actionSchema, type ActionMembers } from './action.ts';
import { type ConditionMembers, conditionShape, defineCondition } from './condition.ts';
import { stop, type StopMembers, stopSchema } from './stop.ts';
import { transform, type TransformMembers, transformSchema } from './transform.ts';
import type { StepKind } from './step-kind.ts';

/** A step as a definition has it: of exactly one kind, which one of its members tells. */
export interface StepDefinition extends ActionMembers, TransformMembers, ConditionMembers<StepDefinition>, StopMembers {
  name?: string | undefined;
  when?: string | undefined;
  on_error?: 'fail' | 'continue' | StepDefinition[] | undefined;
}

/** Kinds of steps. Definition, checks, documentation and the parts that `GET /workflows` shows follow from them. */
export const stepKinds: readonly StepKind<StepDefinition>[] = [
  action,
  transform,
  defineCondition<StepDefinition>(),
  stop,
];

/** Members that tell the kind of a step, and those that only one kind has. @param steps Schema of a list of steps. */
export function kindShape(steps: z.ZodType<StepDefinition[]>) {
  return {
    action: actionSchema.optional(),
    transform: transformSchema.optional(),
    ...conditionShape(steps),
    stop: stopSchema.optional(),
  };
}

/** The kind of a step; `undefined` where it has none, or several. */
export function findKind(step: StepDefinition): StepKind<StepDefinition> | undefined {
  const found = stepKinds.filter(({ name }) => step[name] !== undefined);
  return found.length === 1 ? found[0] : undefined;
}
