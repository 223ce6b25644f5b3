import type { z } from 'zod';
import { notIn, onlyIn } from '../../engine/calendar/window-schema.ts';
import { action, actionSchema, type ActionMembers, isWrite, undoSchema } from './action.ts';
import { type BatchMembers, batchSchema, defineBatch } from './batch.ts';
import { call, type CallMembers, callSchema } from './call.ts';
import { type ConditionMembers, conditionShape, defineCondition } from './condition.ts';
import { defineForEach, type ForEachMembers, forEachShape } from './for-each.ts';
import { defineParallel, type ParallelMembers, parallelShape } from './parallel.ts';
import { defineScope, type ScopeMembers, scopeShape } from './scope.ts';
import { retrySchema } from './retry.ts';
import { respond, type RespondMembers, respondSchema } from './respond.ts';
import { stop, type StopMembers, stopSchema } from './stop.ts';
import { sync, type SyncMembers, syncSchema } from './sync.ts';
import { transform, type TransformMembers, transformSchema } from './transform.ts';
import type { StepKind } from './step-kind.ts';
import { wait, type WaitMembers } from './wait.ts';
import { waitSchema } from './waits/wait-definition.ts';

/** A step as a definition has it: of exactly one kind, which one of its members tells. */
export interface StepDefinition
  extends
    ActionMembers,
    TransformMembers,
    ConditionMembers<StepDefinition>,
    ForEachMembers<StepDefinition>,
    ParallelMembers<StepDefinition>,
    ScopeMembers<StepDefinition>,
    BatchMembers<StepDefinition>,
    WaitMembers,
    CallMembers,
    SyncMembers,
    RespondMembers,
    StopMembers {
  was?: string | undefined;
  name?: string | undefined;
  when?: string | undefined;
  timeout?: string | undefined;
  on_error?: 'fail' | 'continue' | 'undo' | StepDefinition[] | undefined;
}

/** Kinds of steps. Definition, checks, documentation and the parts that `GET /workflows` shows follow from them. */
export const stepKinds: readonly StepKind<StepDefinition>[] = [
  action,
  transform,
  defineCondition<StepDefinition>(),
  defineForEach<StepDefinition>(writes),
  defineParallel<StepDefinition>(),
  defineScope<StepDefinition>(),
  defineBatch<StepDefinition>(findChanges),
  wait,
  call,
  sync,
  respond,
  stop,
];

/** Members that tell the kind of a step, and those that only one kind has. @param steps Schema of a list of steps. */
export function kindShape(steps: z.ZodType<StepDefinition[]>) {
  return {
    action: actionSchema.optional(),
    undo: undoSchema.optional(),
    only_in: onlyIn.meta({
      description:
        'With `action`: a calendar, by name or id, which is stored. Items wait before the step until it opens.',
      example: 'Office hours',
    }),
    not_in: notIn.meta({
      description:
        'With `action`: a calendar, by name or id, which is stored. Items wait before the step until it is over.',
      example: 'Change freeze',
    }),
    retry: retrySchema.optional().meta({
      description:
        'With `action`, `call` and `sync`: how often it is tried before it counts as failed. Items wait between the tries, and hold nothing.',
    }),
    transform: transformSchema.optional(),
    ...conditionShape(steps),
    ...forEachShape(steps),
    ...parallelShape(steps),
    ...scopeShape(steps),
    batch: batchSchema(steps).optional(),
    wait: waitSchema.optional(),
    call: callSchema.optional(),
    sync: syncSchema.optional(),
    respond: respondSchema.optional(),
    stop: stopSchema.optional(),
  };
}

/** The kind of a step; `undefined` where it has none, or several. */
export function findKind(step: StepDefinition): StepKind<StepDefinition> | undefined {
  const found = stepKinds.filter(({ name }) => step[name] !== undefined);
  return found.length === 1 ? found[0] : undefined;
}

/** Lists of steps within a step, in the order in which items come to them. */
export function listsOf(step: StepDefinition): { at: string; steps: readonly StepDefinition[] }[] {
  const { on_error: onError } = step;
  const handler = Array.isArray(onError) ? [{ at: 'on_error', steps: onError }] : [];
  return [...(findKind(step)?.lists?.(step) ?? []), ...handler];
}

/** The first of some steps that writes to a record which is there, those within them included. */
function findChanges(steps: readonly StepDefinition[]): string | undefined {
  for (const step of steps) {
    const changes = step.action !== undefined && isWrite(step.action) && step.action.operation !== 'create';
    const found = changes
      ? step.id
      : listsOf(step)
          .map((list) => findChanges(list.steps))
          .find((id) => id !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether one of some steps writes to a system, those within them included. */
function writes(steps: readonly StepDefinition[]): boolean {
  return steps.some(
    (step) => (step.action !== undefined && isWrite(step.action)) || listsOf(step).some((list) => writes(list.steps)),
  );
}
