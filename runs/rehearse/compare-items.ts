import type { ItemStatus } from '../../core/enums.ts';
import { canonicalJson, isJsonObject, type JsonObject } from '../../core/json.ts';
import { type Difference, notReached } from '../../core/runs/rehearsals.ts';
import type { PreviewedItem, PreviewedStep } from '../../flow/preview-item.ts';

type StepState = Extract<Difference, { kind: 'step' }>['was'];

/** What became of an item in its run. */
export interface PastItem {
  status: ItemStatus;
  /** What became of it at the steps that it came to itself, without those of its children. */
  outcomes: ReadonlyMap<string, StepState>;
}

export interface Comparison {
  differences: Difference[];
  /** By the names of `nameStep`: what the revision of the run writes at a step where something else would be written now. */
  wrote: ReadonlyMap<string, JsonObject>;
  /** The item failed, though its own revision does the very same with its input and finds nothing wrong. */
  isSameAsFailed: boolean;
}

/**
 * Holds what a definition would do with an item against what became of the item.
 *
 * @param now What the definition does with the item's input.
 * @param then What the revision of the run does with it; absent where that cannot be compiled any more.
 * @param isOfItem Whether the item goes through a step itself, and not its children: of these, `then` says what became.
 */
export function compareItems(
  now: PreviewedItem,
  then: PreviewedItem | undefined,
  past: PastItem,
  isOfItem: (step: string) => boolean,
): Comparison {
  const before = new Map(then?.steps.map((step) => [nameStep(step), step]));
  const stateOf = (step: PreviewedStep): StepState | undefined => {
    if (isOfItem(step.step)) return past.outcomes.get(step.step) ?? notReached;
    if (then === undefined) return undefined;
    return before.get(nameStep(step))?.outcome ?? notReached;
  };
  const wrote = new Map<string, JsonObject>();
  const differences: Difference[] =
    past.status === now.outcome ? [] : [{ kind: 'outcome', was: past.status, now: now.outcome }];
  for (const step of now.steps) {
    const was = stateOf(step);
    const place = toPlace(step);
    if (was !== undefined && was !== step.outcome) differences.push({ kind: 'step', ...place, was, now: step.outcome });
    const earlier = before.get(nameStep(step))?.writes;
    if (earlier === undefined || step.writes === undefined) continue;
    const fields = listDifferent(earlier, step.writes);
    if (fields.length === 0) continue;
    wrote.set(nameStep(step), earlier);
    differences.push({ kind: 'writes', ...place, fields });
  }
  const reached = new Set(now.steps.map(({ step }) => step));
  for (const [step, was] of past.outcomes)
    if (!reached.has(step)) differences.push({ kind: 'step', step, was, now: notReached });
  const isSame = then !== undefined && then.outcome !== 'failed' && describe(then) === describe(now);
  return { differences, wrote, isSameAsFailed: past.status === 'failed' && isSame };
}

/** Tells a step, and the elements that it is gone through for, from all others. */
export function nameStep({ step, elements = [] }: { step: string; elements?: readonly string[] | undefined }): string {
  return JSON.stringify([step, ...elements]);
}

function toPlace({ step, elements }: PreviewedStep): { step: string; elements?: string[] } {
  return { step, ...(elements === undefined ? {} : { elements: [...elements] }) };
}

/** All that the world would see of an item. */
function describe({ outcome, steps }: PreviewedItem): string {
  return canonicalJson([
    outcome,
    ...steps.map(({ step, elements = [], outcome: of, writes = null, asks = null, lists = null, waits = null }) => [
      step,
      elements,
      of,
      writes,
      asks,
      lists,
      waits,
    ]),
  ]);
}

/**
 * The paths at which two objects differ: of objects in both, of their members; of anything else, of it as a whole.
 *
 * @example listDifferent({ a: { b: 1 }, c: [1] }, { a: { b: 2 }, c: [1] }) // ['a.b']
 */
export function listDifferent(before: JsonObject, after: JsonObject, prefix = ''): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (isJsonObject(was) && isJsonObject(is)) return listDifferent(was, is, `${prefix}${name}.`);
    const isSame = was !== undefined && is !== undefined && canonicalJson(was) === canonicalJson(is);
    return isSame ? [] : [`${prefix}${name}`];
  });
}
