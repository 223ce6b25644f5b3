import type { Json } from '../../core/json.ts';
import type { Plan } from '../plan.ts';
import { type Phase, type Position, type Tally, toCursor, wholeTally } from '../position.ts';
import { refersToTarget } from './prepare-references.ts';
import { findStage } from './stage.ts';

/** The phases of a plan, in their order. Its records may wait for others of their keys, if not for those that they refer to. */
export function phasesOf(plan: Plan): Phase[] {
  return [
    'read',
    ...(findStage(plan, 'aggregate') === undefined ? [] : (['groups'] as const)),
    ...(refersToTarget(plan) || plan.holdsRepeats === true ? (['references'] as const) : []),
    ...(plan.removal === undefined ? [] : (['judge', 'remove'] as const)),
  ];
}

/** A plan that only reads needs to know nothing of its reading later. */
function isCounted(plan: Plan): boolean {
  return findStage(plan, 'aggregate') !== undefined || refersToTarget(plan) || plan.removal !== undefined;
}

/**
 * Where a plan stands at a position; from the beginning on where the position is none of its own, since what it did before
 * is not known then. The ledger skips what was written.
 */
export function placeIn(plan: Plan, position: Position): Position {
  const isOwn = phasesOf(plan).includes(position.phase);
  // Groups are of a whole reading.
  const isWhole = position.tally.whole || findStage(plan, 'aggregate') === undefined;
  return isOwn && isWhole ? position : { phase: 'read', at: null, tally: wholeTally };
}

/** The position is that of a plan which has not read anything. */
export function isBeginning({ phase, at }: Position): boolean {
  return phase === 'read' && at === null;
}

/**
 * The position behind a page.
 *
 * @param next Behind the page in its own phase; `undefined` where the page is the last of that.
 * @param tally With what the page adds to it.
 */
export function findNext(
  plan: Plan,
  { phase }: Position,
  next: Json | undefined,
  tally: Tally,
): { cursor: Json; phase: Phase } | undefined {
  const order = phasesOf(plan);
  const behind = order.slice(order.indexOf(phase) + 1).find((other) => isNeeded(plan, other, tally));
  const position = next === undefined ? behind && { phase: behind, at: null, tally } : { phase, at: next, tally };
  return position && { cursor: toCursor(position, isCounted(plan)), phase: position.phase };
}

/** Where a plan goes on behind its source, if records wait for that of which the tally does not know. */
export function findWaiting(plan: Plan, tally: Tally): Json {
  return toCursor({ phase: 'references', at: null, tally }, isCounted(plan));
}

/** Nothing may wait; only a whole reading tells what is missing; and what is removed, its judging says. */
function isNeeded(plan: Plan, phase: Phase, { whole, waiting }: Tally): boolean {
  if (phase === 'references') return refersToTarget(plan) && waiting !== 0;
  return phase === 'judge' ? whole : phase === 'groups';
}
