import { z } from 'zod';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Scrub } from '../../core/telemetry/scrub.ts';
import { noCounters } from '../../core/pure/counters.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import type { DeadLetter } from '../../engine/ports.ts';
import type { RunEnvironment } from '../../engine/run-environment.ts';
import {
  type ActionStep,
  type Advanced,
  advance,
  type Flow,
  type ItemContext,
  mapItem,
  settle,
} from '../../flow/index.ts';
import type { Sealer } from '../../vault/index.ts';
import { countInRun, insertDeadLetters, type StreamAddress } from '../store/segment-statements.ts';
import {
  type Move,
  moveItems,
  settleDeadLetters,
  type StepRow,
  storeSteps,
  type StoredItem,
} from './item-statements.ts';
import { type ItemReader, outputMember, readContext } from './read-items.ts';

/** What becomes of items that go on. */
interface Moves {
  moves: Move[];
  steps: StepRow[];
  deadLetters: DeadLetter[];
}

/** Works out where items go on to: through the steps that only decide and compute, up to their next effects. */
export async function findMoves(
  reader: ItemReader,
  flow: Flow,
  environment: RunEnvironment,
  { items, sealer }: { items: readonly StoredItem[]; sealer: Sealer },
): Promise<Moves> {
  const found: Moves = { moves: [], steps: [], deadLetters: [] };
  for (const item of items) {
    const context = await readContext(reader, item);
    const { advanced, entered } = goOn(flow, item, context, environment);
    found.moves.push(toMove(item, advanced));
    for (const { step, outcome, value } of entered) {
      const position = flow.steps.get(step)?.order ?? 0;
      found.steps.push({ itemId: item.id, step, outcome, position, sealed: value && sealer.seal(value) });
    }
    if (advanced.status !== 'failed') continue;
    const { step, problem } = advanced;
    found.deadLetters.push({
      sourceKey: item.key,
      field: undefined,
      ...problem,
      record: context.record,
      step,
      itemId: item.id,
    });
  }
  return found;
}

/** What is to be kept of a step that an item went through. */
interface EnteredStep {
  step: string;
  outcome: 'passed' | 'skipped' | 'failed';
  value: JsonObject | undefined;
}

function goOn(
  flow: Flow,
  item: StoredItem,
  context: ItemContext,
  environment: RunEnvironment,
): { advanced: Advanced; entered: EnteredStep[] } {
  const isNew = item.step === null;
  const at = item.step ?? flow.first;
  const step = flow.steps.get(at);
  if (step === undefined) {
    const problem = {
      code: 'step_removed',
      message: `The flow has no step \`${at}\` any more, at which the item stood.`,
    };
    return { advanced: { status: 'failed', step: at, problem, context, trail: [] }, entered: [] };
  }
  const entered: EnteredStep[] = [];
  let position: ReturnType<typeof settle> = { status: 'at', step: at, context };
  if (!isNew && step.kind === 'action' && item.settled !== 'again') {
    const result = readResult(step, item, context);
    position = settle(flow, at, context, result);
    if (result.ok) entered.push({ step: at, outcome: 'passed', value: { [outputMember]: result.output } });
  }
  const advanced: Advanced =
    position.status === 'at' ? advance(flow, position.step, position.context, environment) : { ...position, trail: [] };
  for (const { step: name, outcome, problem } of advanced.trail) {
    entered.push({ step: name, outcome, value: toKept(advanced.context, name, outcome, problem) });
  }
  if (advanced.status === 'failed' && !entered.some(({ step: name }) => name === advanced.step)) {
    entered.push({ step: advanced.step, outcome: 'failed', value: undefined });
  }
  return { advanced, entered };
}

/** Why the step failed, as it is kept. */
const failure = z.object({ code: z.string(), message: z.string() });

/** What an action gave: the id that the target knows the record by, what was done, and the record that was written. */
function readResult(
  step: ActionStep,
  { settled, target_id: id }: StoredItem,
  context: ItemContext,
): Parameters<typeof settle>[3] {
  if (settled === 'failed') {
    const { code, message } = failure.parse(context.error);
    return { ok: false, problem: { code, message } };
  }
  const mapped = mapItem(step, context);
  const record = mapped.ok ? mapped.value : null;
  return { ok: true, output: { id, outcome: settled, record } };
}

function toKept(
  { steps }: ItemContext,
  name: string,
  outcome: EnteredStep['outcome'],
  problem: { code: string; message: string } | undefined,
): JsonObject | undefined {
  if (problem !== undefined) return { code: problem.code, message: problem.message };
  const output: Json | undefined = steps[name];
  return outcome === 'passed' && output !== undefined ? { [outputMember]: output } : undefined;
}

function toMove({ id }: StoredItem, advanced: Advanced): Move {
  switch (advanced.status) {
    case 'action':
      return { id, status: 'ready', step: advanced.step.id };
    case 'ended':
      return { id, status: advanced.outcome, step: undefined };
    case 'failed':
      return { id, status: 'failed', step: advanced.step };
  }
}

/** Writes moves down; under the lease of the flow's reading. */
export function storeMoves(
  tx: Pipeline,
  address: StreamAddress,
  { moves, steps, deadLetters }: Moves,
  { sealer, scrub }: { sealer: Sealer; scrub: Scrub },
): PromiseLike<unknown> {
  const done = moves.filter(({ status }) => status === 'succeeded' || status === 'skipped').map(({ id }) => id);
  const failed = moves.filter(({ status }) => status === 'failed').map(({ id }) => id);
  const counters = { ...noCounters, failed: deadLetters.length };
  return Promise.all([
    moveItems(tx, address, moves),
    steps.length === 0 ? undefined : storeSteps(tx, address, steps),
    settleDeadLetters(tx, address, { done, failed }),
    deadLetters.length === 0 ? undefined : insertDeadLetters(tx, address, deadLetters, { sealer, scrub }),
    deadLetters.length === 0 ? undefined : countInRun(tx, address, { counters }),
  ]);
}
