import type { FlowStep } from '../../../client/operations.data.ts';
import { describeFlowStep, listFlowBranches } from '../flow-steps.ts';
import { isObject, type JsonObject, type JsonValue, toJson } from '../json.ts';
import { type Change, compareMembers, listMoved, type NameOf } from './change.ts';
import { compareRules } from './compare-rules.ts';

/** A list of steps: of the flow, or of a branch within a step. */
interface Position {
  key: string;
  words: string;
}

interface Placed {
  step: FlowStep;
  place: Position;
}

/** What became of each step, wherever it stands; of a step, its own members without the steps within it. */
export function compareSteps(
  flow: string,
  before: readonly FlowStep[],
  after: readonly FlowStep[],
  nameOf: NameOf,
): Change[] {
  const root = { key: '', words: `in ${flow}` };
  const [old, now] = [placeSteps(before, root), placeSteps(after, root)];
  const moved = listMovedSteps(old, now);
  const kept = [...now].flatMap(([id, { step, place }]): Change[] => {
    const was = old.get(id);
    const title = toTitle(step);
    if (was === undefined) {
      return [{ kind: 'added', title, note: place.words, details: compareOwn({}, toOwn(step), nameOf) }];
    }
    const details = compareOwn(toOwn(was.step), toOwn(step), nameOf);
    const way = moved.get(id);
    if (details.length === 0) return way === undefined ? [] : [{ kind: 'moved', title, note: way }];
    return [{ kind: 'changed', title, details, ...(way === undefined ? {} : { note: `moved ${way}` }) }];
  });
  const gone = [...old.values()].filter(({ step }) => !now.has(step.id));
  return [
    ...kept,
    ...gone.map(({ step, place }): Change => ({ kind: 'removed', title: toTitle(step), note: place.words })),
  ];
}

function toTitle(step: FlowStep): string {
  return `${step.name ?? step.id} (${describeFlowStep(step).words.toLowerCase()})`;
}

/** Every step by its id, with the list that it stands in. */
function placeSteps(steps: readonly FlowStep[], place: Position): Map<string, Placed> {
  return new Map(
    steps.flatMap((step): [string, Placed][] => [
      [step.id, { step, place }],
      ...listFlowBranches(step).flatMap((branch) => {
        const within = { key: `${step.id} ${branch.key}`, words: `in ${step.name ?? step.id}, ${branch.words}` };
        return [...placeSteps(branch.steps, within)];
      }),
    ]),
  );
}

/** How the steps moved that are in both, by id. A branch stays itself with its place or with its condition. */
function listMovedSteps(
  old: ReadonlyMap<string, Placed>,
  now: ReadonlyMap<string, Placed>,
): ReadonlyMap<string, string> {
  const ways = new Map<string, string>();
  const lists = new Map<string, { before: string[]; after: string[] }>();
  const stayed = new Set<string>();
  for (const [id, { place }] of now) {
    const was = old.get(id)?.place;
    if (was === undefined) continue;
    if (was.key !== place.key && was.words !== place.words) ways.set(id, `from ${was.words} to ${place.words}`);
    else {
      stayed.add(id);
      const list = lists.get(place.key) ?? { before: [], after: [] };
      list.after.push(id);
      lists.set(place.key, list);
    }
  }
  const order = [...old.keys()];
  for (const { after } of lists.values()) {
    const before = order.filter((id) => stayed.has(id) && after.includes(id));
    for (const id of listMoved(before, after)) {
      const previous = after[after.indexOf(id) - 1];
      ways.set(id, previous === undefined ? 'to the beginning' : `behind ${nameStep(now, previous)}`);
    }
  }
  return ways;
}

function nameStep(steps: ReadonlyMap<string, Placed>, id: string): string {
  return steps.get(id)?.step.name ?? id;
}

/** What a step is without the steps within it. */
function toOwn(step: FlowStep): JsonObject {
  const { condition, parallel, batch, on_error: onError, else: _else, steps: _steps, scope: _scope, ...rest } = step;
  const { finally: _finally, ...own } = rest;
  const value = toJson({
    ...own,
    ...(condition === undefined ? {} : { condition: condition.map(({ when }) => when) }),
    ...(parallel === undefined ? {} : { parallel: parallel.map(({ name }) => name) }),
    ...(batch === undefined ? {} : { batch: { ...batch, steps: undefined } }),
    ...(onError === undefined || Array.isArray(onError) ? {} : { on_error: onError }),
  });
  return isObject(value) ? value : {};
}

function compareOwn(before: JsonObject, after: JsonObject, nameOf: NameOf): Change[] {
  const special = (name: string, was: JsonValue | undefined, is: JsonValue | undefined): Change[] | undefined =>
    name === 'mapping'
      ? compareRules('Mapping', was, is, nameOf)
      : // The id is how both are known as the same step.
        name === 'id'
        ? []
        : undefined;
  const { action: wasAction, ...was } = before;
  const { action, ...is } = after;
  // The action of a step is what most of it is about: its members need no further word.
  return [
    ...compareMembers(isObject(wasAction) ? wasAction : {}, isObject(action) ? action : {}, nameOf, special),
    ...compareMembers(was, is, nameOf, special),
  ];
}
