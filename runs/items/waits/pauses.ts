import { withTenantPipelined } from '../../../drizzle/index.ts';
import {
  findPause,
  type Flow,
  type ItemContext,
  type Step,
  stepTimeout,
  timedOut,
  type WaitEnding,
  type WaitRequest,
  type WaitStep,
} from '../../../flow/index.ts';
import type { RecordProblem } from '../../../transforms/problem.ts';
import type { StoredItem } from '../item-rows.ts';
import type { ItemReader } from '../read-items.ts';
import { readProblem } from '../sealed/read-results.ts';
import { type ResumedItem, selectPauses } from './wait-statements.ts';

/** A step that failed, and is tried again later. */
export interface Pause {
  status: 'pause';
  step: string;
  request: WaitRequest;
  context: ItemContext;
}

/** How often an item has paused before a step, how long ago it did so first, and how long it may still take there. */
export interface Paused {
  pauses: number;
  sinceMs: number;
  restMs: number;
}

/** The next try of a step would come when its item has failed there. */
interface TooLate {
  status: 'late';
  problem: RecordProblem;
}

/** What another integration came to that is not called again by itself: people decide, or a newer item has. */
const settledCalls: ReadonlySet<string> = new Set(['call_canceled', 'call_interrupted', 'call_in_doubt']);

/** What a step that called another integration is to be tried again for; nothing where it is not. */
export function findCallProblem(step: WaitStep, ending: WaitEnding): RecordProblem | undefined {
  if (step.retry === undefined || (step.timeoutMs !== undefined && ending.status === 'expired')) return undefined;
  const outcome = step.end(ending);
  return outcome.status === 'failed' && !settledCalls.has(outcome.problem.code) ? outcome.problem : undefined;
}

/**
 * Lets an item pause at a step that failed.
 *
 * @param paused Absent where it is not to be tried again.
 * @param problem Of what it called. Default: what is stored of an action.
 */
export function findPauseAt(
  { id, retry }: Pick<Step, 'id' | 'retry'>,
  context: ItemContext,
  paused: Paused | undefined,
  problem?: RecordProblem,
): Pause | TooLate | undefined {
  if (retry === undefined || paused === undefined) return undefined;
  const { code, message } = problem ?? readProblem(context.error);
  const afterMs = code === stepTimeout ? undefined : findPause(retry, paused);
  if (afterMs === undefined) return undefined;
  if (afterMs >= paused.restMs) return { status: 'late', problem: timedOut(id, message) };
  return { status: 'pause', step: id, request: { kind: 'retry', due: { afterMs } }, context };
}

/** How often items have paused whose steps have just failed and may be tried again. */
export async function readPauses(
  { database, address }: ItemReader,
  flow: Flow,
  items: readonly StoredItem[],
  resumed: readonly Pick<ResumedItem, 'id' | 'step' | 'wait_kind'>[],
): Promise<ReadonlyMap<string, Paused>> {
  const isTried = (step: string): boolean => flow.steps.get(step)?.retry !== undefined;
  const failed = [
    ...items.flatMap(({ id, step, settled }) =>
      step !== null && settled === 'failed' && isTried(step) ? [{ id, step }] : [],
    ),
    ...resumed.filter(({ step, wait_kind: kind }) => (kind === 'call' || kind === 'sync') && isTried(step)),
  ];
  if (failed.length === 0) return new Map();
  const rows = await withTenantPipelined(database, address.orgId, (tx) => selectPauses(tx, address, failed));
  return new Map(
    rows.map(({ item_id: id, pauses, since_ms: sinceMs, rest_ms: restMs }) => [
      id,
      { pauses, sinceMs, restMs: restMs ?? Infinity },
    ]),
  );
}
