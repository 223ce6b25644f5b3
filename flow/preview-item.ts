import type { Json, JsonObject } from '../core/json.ts';
import type { RunEnvironment } from '../engine/run-environment.ts';
import type { RecordProblem } from '../transforms/problem.ts';
import { advance, type Advanced, settle } from './advance.ts';
import { type ChildrenResult, endChild, join, toChildContext } from './children.ts';
import type { ActionStep, Flow, ItemContext } from './flow.ts';
import { mapItem } from './map-item.ts';
import type { EndPosition, Position, TrailEntry } from './position.ts';

/** What would become of an item in one step. */
export interface PreviewedStep {
  step: string;
  /** Keys of the elements that the step is gone through for, those of outer loops first; absent outside of loops. */
  elements?: readonly string[];
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
  const preview: Preview = { flow, environment, stubs, steps: [] };
  const end = goThrough(preview, [], flow.first, start);
  const { steps } = preview;
  return end.status === 'failed' ? { outcome: 'failed', steps, problem: end.problem } : { outcome: end.outcome, steps };
}

interface Preview {
  flow: Flow;
  environment: RunEnvironment;
  stubs: Readonly<JsonObject>;
  /** Filled on the way. */
  steps: PreviewedStep[];
}

/** More elements of a loop would make the answer longer than anybody reads. */
const elementsMax = 20;

/** Takes an item, or a child, from a step to its end. */
function goThrough(preview: Preview, elements: readonly string[], at: string, context: ItemContext): EndPosition {
  const { flow, environment, steps } = preview;
  const note = (step: PreviewedStep): void => {
    steps.push(elements.length === 0 ? step : { ...step, elements });
  };
  for (let position: Position = { status: 'at', step: at, context }; ;) {
    if (position.status !== 'at') return position;
    const advanced: Advanced = advance(flow, position.step, position.context, environment);
    for (const step of describeTrail(advanced)) note(step);
    if (advanced.status === 'action') position = perform(preview, advanced, note);
    else if (advanced.status === 'split') {
      const joined = join(flow, advanced.step.id, advanced.context, goThroughChildren(preview, elements, advanced));
      note(describeEntry(joined.entry, joined.position.context));
      ({ position } = joined);
    } else return advanced;
  }
}

function goThroughChildren(
  preview: Preview,
  elements: readonly string[],
  { step, children, context }: Extract<Advanced, { status: 'split' }>,
): ChildrenResult {
  const result: ChildrenResult = { failed: undefined, collected: [] };
  const collected: Json[] = [];
  for (const { name, element } of children.slice(0, elementsMax)) {
    const inner = toChildContext(step, context, element);
    const at = step.startOf(name);
    const end =
      at === undefined
        ? ({ status: 'ended', outcome: 'succeeded', context: inner } as const)
        : goThrough(preview, [...elements, name], at, inner);
    const last = endChild(step, end, preview.environment);
    if (last.status === 'ended') collected.push(...(last.collected === undefined ? [] : [last.collected]));
    else {
      const { count = 0, ...first } = result.failed ?? { name, step: last.step, problem: last.problem };
      result.failed = { ...first, count: count + 1 };
    }
  }
  return { ...result, collected };
}

function describeTrail({ trail, context }: Advanced): PreviewedStep[] {
  return trail.map((entry) => describeEntry(entry, context));
}

function describeEntry({ step, outcome, problem }: TrailEntry, { steps }: ItemContext): PreviewedStep {
  const output = outcome !== 'skipped' && Object.hasOwn(steps, step) ? steps[step] : undefined;
  return {
    step,
    outcome,
    ...(output === undefined ? {} : { output }),
    ...(problem === undefined ? {} : { problem }),
  };
}

function perform(
  { flow, stubs }: Preview,
  { step, context }: { step: ActionStep; context: ItemContext },
  note: (step: PreviewedStep) => void,
): Position {
  const mapped = mapItem(step, context);
  if (!mapped.ok) {
    note({ step: step.id, outcome: 'failed', problem: mapped.problem });
    return settle(flow, step.id, context, mapped);
  }
  const stub = Object.hasOwn(stubs, step.id) ? stubs[step.id] : undefined;
  const output = stub ?? { ...inventOutput(step, mapped.value), record: mapped.value };
  note({ step: step.id, outcome: 'passed', output, writes: mapped.value });
  return settle(flow, step.id, context, { ok: true, output });
}

const outcomes = { create: 'created', update: 'updated', upsert: 'created', delete: 'deleted' } as const;

function inventOutput({ id, plan, target }: ActionStep, mapped: JsonObject): JsonObject {
  return { id: plan.readTargetId(mapped) ?? `<id of ${id}>`, outcome: outcomes[target.operation] };
}
