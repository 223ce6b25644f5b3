import type { Json, JsonObject } from '../core/json.ts';
import type { RunEnvironment } from '../engine/run-environment.ts';
import type { RecordProblem } from '../transforms/problem.ts';
import { advance, type Advanced, type Position, settle, type TrailEntry } from './advance.ts';
import type { ActionStep, Flow, ItemContext } from './flow.ts';
import { mapItem } from './map-item.ts';

/** What would become of an item in one step. */
export interface PreviewedStep {
  step: string;
  outcome: TrailEntry['outcome'];
  /** What later steps would read as `steps.ID`. */
  output?: Json;
  /** What an action would write. */
  writes?: JsonObject;
  problem?: RecordProblem;
}

export interface PreviewedItem {
  outcome: 'succeeded' | 'skipped' | 'failed';
  steps: PreviewedStep[];
  problem?: RecordProblem;
}

/**
 * Takes an item through all steps of a flow, without writing anything.
 *
 * @param stubs Outputs of actions by the ids of their steps. Default: as of a record that was created, with an invented id.
 */
export function previewItem(
  flow: Flow,
  start: ItemContext,
  environment: RunEnvironment,
  stubs: Readonly<JsonObject> = {},
): PreviewedItem {
  const steps: PreviewedStep[] = [];
  let position: Position = { status: 'at', step: flow.first, context: start };
  while (position.status === 'at') {
    const advanced = advance(flow, position.step, position.context, environment);
    steps.push(...describeTrail(advanced));
    position = advanced.status === 'action' ? perform(flow, advanced, stubs, steps) : advanced;
  }
  if (position.status === 'failed') return { outcome: 'failed', steps, problem: position.problem };
  return { outcome: position.outcome, steps };
}

function describeTrail({ trail, context }: Advanced): PreviewedStep[] {
  return trail.map(({ step, outcome, problem }) => {
    const output = outcome === 'passed' && Object.hasOwn(context.steps, step) ? context.steps[step] : undefined;
    return {
      step,
      outcome,
      ...(output === undefined ? {} : { output }),
      ...(problem === undefined ? {} : { problem }),
    };
  });
}

function perform(
  flow: Flow,
  { step, context }: { step: ActionStep; context: ItemContext },
  stubs: Readonly<JsonObject>,
  steps: PreviewedStep[],
): Position {
  const mapped = mapItem(step, context);
  if (!mapped.ok) {
    steps.push({ step: step.id, outcome: 'failed', problem: mapped.problem });
    return settle(flow, step.id, context, mapped);
  }
  const stub = Object.hasOwn(stubs, step.id) ? stubs[step.id] : undefined;
  const output = stub ?? { ...inventOutput(step, mapped.value), record: mapped.value };
  steps.push({ step: step.id, outcome: 'passed', output, writes: mapped.value });
  return settle(flow, step.id, context, { ok: true, output });
}

const outcomes = { create: 'created', update: 'updated', upsert: 'created', delete: 'deleted' } as const;

function inventOutput({ id, plan, target }: ActionStep, mapped: JsonObject): JsonObject {
  return { id: plan.readTargetId(mapped) ?? `<id of ${id}>`, outcome: outcomes[target.operation] };
}
