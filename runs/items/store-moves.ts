import { noCounters } from '../../core/pure/counters.ts';
import type { Scrub } from '../../core/telemetry/scrub.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import type { DeadLetter } from '../../engine/ports.ts';
import { type Flow, isSplit } from '../../flow/index.ts';
import type { Sealer } from '../../vault/index.ts';
import { countInRun, insertDeadLetters, type StreamAddress } from '../store/segment-statements.ts';
import { storeCalls } from '../calls/ask-statements.ts';
import { storeBatched } from './batches/batch-statements.ts';
import { cancelOthers, type ChildRow, insertChildren } from './child-statements.ts';
import { settleDeadLetters } from './dead-letter-statements.ts';
import { emitInterrupted } from './interrupt-statements.ts';
import { type Move, moveItems, type StepRow, storeSteps } from './item-statements.ts';
import type { Arrival } from './moving/carried.ts';
import { outputMember } from './sealed/origins.ts';
import { forgetUndone, noteUndone, type Undone } from './undo/undo-statements.ts';
import { type NewWait, settleWaits, storeWaits } from './waits/wait-statements.ts';

/** What becomes of items that go on. */
export interface Moves {
  moves: Move[];
  steps: StepRow[];
  children: ChildRow[];
  /** What children have undone, and the scopes of which nothing is left. */
  undone: Undone[];
  undoneScopes: { id: string; step: string; child: string }[];
  /** What items wait for that are parked, and waits that are over. */
  waits: NewWait[];
  settledWaits: string[];
  deadLetters: DeadLetter[];
  /** What items carry that come to their next step with this. */
  arrivals: Arrival[];
}

/** Writes moves down; under the lease of the flow's reading, or, of items that have just been settled, of their step. */
export function storeMoves(
  tx: Pipeline,
  address: StreamAddress,
  { moves, steps, children, undone, undoneScopes, waits, settledWaits, deadLetters }: Omit<Moves, 'arrivals'>,
  { flow, sealer, scrub }: { flow: Flow; sealer: Sealer; scrub: Scrub },
): PromiseLike<unknown> {
  const anySteps = [...flow.steps.values()].filter((step) => isSplit(step) && step.join === 'any').map(({ id }) => id);
  const done = moves.filter(({ status }) => status === 'succeeded' || status === 'skipped').map(({ id }) => id);
  const failed = moves.filter(({ status }) => status === 'failed').map(({ id }) => id);
  const ended = moves.filter(({ status }) => status === 'interrupted').map(({ id }) => id);
  const unlessStayed = moves.some(({ unlessCanceled }) => unlessCanceled !== undefined);
  const batched = waits.flatMap(({ itemId, step, request: { batch } }) =>
    batch === undefined
      ? []
      : [{ itemId, step, group: batch.group, sealed: sealer.seal({ [outputMember]: batch.element }) }],
  );
  const counters = { ...noCounters, failed: deadLetters.length };
  return Promise.all([
    // Waits come before what else is locked, as for those who answer them.
    settledWaits.length === 0 ? undefined : settleWaits(tx, address, settledWaits),
    waits.length === 0 ? undefined : storeWaits(tx, address, waits),
    storeCalls(tx, address, waits, sealer),
    batched.length === 0 ? undefined : storeBatched(tx, address, batched),
    moveItems(tx, address, moves, anySteps),
    anySteps.length === 0 || done.length === 0 ? undefined : cancelOthers(tx, address, done),
    children.length === 0 ? undefined : insertChildren(tx, address, children),
    steps.length === 0 ? undefined : storeSteps(tx, address, steps, { unlessStayed }),
    ended.length === 0 ? undefined : emitInterrupted(tx, address, ended),
    undone.length === 0 ? undefined : forgetUndone(tx, address, undone),
    undoneScopes.length === 0 ? undefined : noteUndone(tx, address, undoneScopes),
    settleDeadLetters(tx, address, { done, failed }),
    deadLetters.length === 0 ? undefined : insertDeadLetters(tx, address, deadLetters, { sealer, scrub }),
    deadLetters.length === 0 ? undefined : countInRun(tx, address, { counters }),
  ]);
}
