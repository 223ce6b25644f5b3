import { setImmediate } from 'node:timers/promises';
import { messages } from '../../core/messages.ts';
import type { Counters } from '../../core/pure/counters.ts';
import { RunFailedError } from '../../engine/errors.ts';
import type { SegmentResult } from '../../engine/segment/segment.ts';
import { findTooManyFailures } from '../../engine/segment/too-many-failures.ts';
import { codeOf, type Pipeline } from '../../drizzle/index.ts';
import { type ActionStep, type Flow, isSearch, isSplit, type OutwardStep } from '../../flow/index.ts';
import type { ActivityDeps } from '../deps.ts';
import type { StreamAddress } from '../store/segment-statements.ts';
import { adoptItems } from './carry-statements.ts';
import { answerBatched, closeBatches, type Collecting } from './batches/batch-statements.ts';
import { cancelClosings, insertClosing, runKey } from './closing-statements.ts';
import { type FlowWork, type InTenant, keepText, type Leased, toReader, underLease } from './flow-work.ts';
import { takeInbox, takenMax } from './inbox-statements.ts';
import { insertRunItem, readRunItem } from './making/make-run-item.ts';
import { releaseEnding, selectUnjudged, storeJudged, withdrawWaits } from './interrupt-statements.ts';
import { adoptFailed, assumeEffects } from './adopt-statements.ts';
import { selectMoving } from './item-statements.ts';
import { findMoves } from './move-items.ts';
import { countBytes, type StoredItem } from './item-rows.ts';
import { type Moves, storeMoves } from './store-moves.ts';
import { promoteHeld } from './promote-statements.ts';
import { describeRun, readContexts } from './read-items.ts';
import { listTimed } from './timeouts/read-timed-out.ts';
import { prepareTimeOut } from './timeouts/time-out.ts';
import { restartBusyStep } from './stream-statements.ts';
import {
  endsAsItGoesOn,
  expireWaits,
  type ResumedItem,
  selectDue,
  selectResumed,
  settledMeanwhile,
} from './waits/wait-statements.ts';

/** Items that a formula judges together. */
const judgedMax = 200;
/** Items of one kind that are looked for together: more, where those before were small. */
const foundMin = 200;
const foundMax = 1000;
const smallBytes = 4 * 1024 * 1024;
/** Items that are moved on in one transaction. */
const movedMax = 250;

function listScopes({ steps }: Flow): string[] {
  return [...steps.values()].filter(({ kind }) => kind === 'scope').map(({ id }) => id);
}

/** The steps that collect items, the first ones first: each with those from which items come to it. */
function listCollecting({ steps }: Flow): Collecting[] {
  const all = [...steps.values()].toSorted((a, b) => a.order - b.order);
  return all.flatMap((step, index) =>
    step.kind === 'wait' && step.batch !== undefined
      ? [{ step: step.id, max: step.batch.max, before: all.slice(0, index).map(({ id }) => id) }]
      : [],
  );
}

/** The steps with effects, the last ones first. */
export function listActions(flow: Flow): ActionStep[] {
  return listOutward(flow).filter((step) => step.kind === 'action');
}

/** The steps at which items stand until something was written or looked up, the last ones first. */
export function listOutward({ steps }: Flow): OutwardStep[] {
  return [...steps.values()]
    .filter((step) => step.kind === 'action' || isSearch(step))
    .toSorted((a, b) => b.order - a.order);
}

/** How far items were moved on. */
export interface MovedOn {
  /** The step to carry out next, where items wait at one. */
  busy: OutwardStep | undefined;
  counters: Counters;
  /** Why the run fails; only its own last steps go on then. */
  failure: RunFailedError | undefined;
}

/** Moves items on, as far as they get without an effect or a look-up. */
export function moveOn(
  deps: ActivityDeps,
  work: FlowWork,
  steps: readonly OutwardStep[],
  known: { isFirst: boolean; isRead: boolean; failure: RunFailedError | undefined; closed: ReadonlySet<string> },
): Promise<SegmentResult | MovedOn> {
  const { flow } = work;
  return underLease(deps, work, async (leased, inTenant): Promise<MovedOn> => {
    const { counters } = leased;
    const failure = known.failure ?? findFailure(flow, counters);
    if (failure !== undefined && !hasClosing(flow)) throw failure;
    const { isFirst, isRead, closed } = known;
    const busy = await moveAll(deps, work, leased, inTenant, {
      steps,
      closed,
      isFirst,
      isRead,
      ofRun: failure !== undefined,
    });
    return { busy, counters, failure };
  });
}

/**
 * Moves items on until each is at an effect or a look-up, waits, or has ended.
 *
 * @param of.closed Steps before which a gate is closed.
 * @param of.isRead The source is read to its end.
 * @param of.ofRun Only those of the run itself.
 * @returns the step to carry out next, where items wait at one.
 */
async function moveAll(
  deps: ActivityDeps,
  work: FlowWork,
  { address, renew }: Leased,
  inTenant: InTenant,
  {
    steps,
    closed,
    isFirst,
    isRead,
    ofRun,
  }: { steps: readonly OutwardStep[]; closed: ReadonlySet<string>; isFirst: boolean; isRead: boolean; ofRun: boolean },
): Promise<OutwardStep | undefined> {
  const { run, flow } = work;
  const perItem = steps.filter((step) => step.kind === 'action' && step.effectOf === 'item').map(({ id }) => id);
  const moving = { perItem, limit: foundMin, known: flow.known, key: ofRun ? runKey : undefined };
  const collecting = listCollecting(flow);
  const judges = flow.interrupts !== undefined;
  const timeOut = await prepareTimeOut(flow, [...closed], work.sealer);
  let takes = run.definition.source?.payload !== undefined && run.deadLetters === undefined;
  const takeUp = (tx: Pipeline) =>
    Promise.all([
      takes ? takeInbox(tx, address, { judges }) : 0,
      promoteHeld(tx, address, flow.sameKey),
      withdrawWaits(tx, address),
      closed.size === 0 ? undefined : releaseEnding(tx, address, [...closed]),
      timeOut?.(tx, address),
      collecting.length === 0 ? undefined : answerBatched(tx, address),
      ...collecting.map((step) => closeBatches(tx, address, step, isRead)),
    ]);
  const look = (first?: (tx: Pipeline) => PromiseLike<unknown>, makes?: (tx: Pipeline) => PromiseLike<unknown[]>) =>
    inTenant((tx) =>
      Promise.all([
        renew(tx),
        Promise.all([first?.(tx), makes?.(tx)]),
        ofRun ? nothingTaken : takeUp(tx),
        selectMoving(tx, address, moving),
        ofRun ? [] : selectResumed(tx, address, moving),
        ofRun ? [] : selectDue(tx, address, moving),
        restartBusyStep(
          tx,
          address,
          steps.flatMap(({ id }) => (closed.has(id) ? [] : [id])),
          moving.key,
        ),
      ]),
    );
  if (!ofRun) await judge(deps, work, inTenant);
  const begins = isFirst && !ofRun;
  let found = await look(
    begins ? (tx) => adopt(tx, work, address) : undefined,
    begins ? await make(deps, work) : undefined,
  );
  for (;;) {
    const [, [, made = []], [taken], items, over, due, [busy]] = found;
    if (taken + made.length > 0) await judge(deps, work, inTenant);
    // What comes while these are taken is for the next time, or it would never end.
    takes &&= taken === takenMax;
    const going = due.filter(endsAsItGoesOn);
    const expired = due.filter((item) => !endsAsItGoesOn(item)).map(({ wait_id: id }) => id);
    const all = [...items, ...over, ...going];
    if (all.length + expired.length === 0 && !takes) return steps.find(({ id }) => id === busy?.step);
    moving.limit = countBytes(all) <= smallBytes ? foundMax : foundMin;
    const moved = { items, resumed: [...over, ...going], expired };
    found = await moveFound(deps, work, { address, renew }, inTenant, { ...moved, look }).catch((error: unknown) => {
      if (codeOf(error) !== settledMeanwhile) throw error;
      return look();
    });
  }
}

/** What was found that goes on. */
interface Found {
  items: readonly StoredItem[];
  resumed: readonly ResumedItem[];
  /** Waits that end before their items go on. */
  expired: readonly string[];
}

/**
 * Moves items on in a transaction for each part of them. Where those of a part go is worked out while the part before is written.
 *
 * @param found.look Looks what goes on next, in the transaction that writes the last part.
 * @throws with SQLSTATE `settledMeanwhile` where somebody has decided on one of them; the others of its part are where they were.
 */
async function moveFound<Looked>(
  deps: ActivityDeps,
  work: FlowWork,
  { address, renew }: Pick<Leased, 'address' | 'renew'>,
  inTenant: InTenant,
  { look, expired, ...all }: Found & { look: (first: (tx: Pipeline) => PromiseLike<unknown>) => Promise<Looked> },
): Promise<Looked> {
  const { flow, environment } = work;
  const reader = toReader(deps, work);
  const sealer = await work.sealer();
  let last: Moves | undefined;
  const store = (tx: Pipeline) => last && storeMoves(tx, address, last, { flow, sealer, scrub: keepText });
  const requireGood = (): void => {
    if (flow.onError.record === 'fail' && (last?.deadLetters.length ?? 0) > 0) throw stoppedByRecord();
  };
  for (const part of toParts(flow, all)) {
    const storing = last && inTenant((tx) => Promise.all([renew(tx), store(tx)]));
    if (storing !== undefined) {
      // It may fail before anybody looks.
      storing.catch(() => undefined);
      await untilSent();
    }
    const [moves] = await Promise.all([findMoves(reader, flow, environment, { ...part, sealer }), storing]);
    requireGood();
    last = moves;
  }
  const looked = await look((tx) =>
    Promise.all([expired.length === 0 ? undefined : expireWaits(tx, address, expired), store(tx)]),
  );
  requireGood();
  return looked;
}

/** Cuts what goes on into parts; not where the end of one child cancels others, which may be in the next part. */
function toParts({ steps }: Flow, { items, resumed }: Pick<Found, 'items' | 'resumed'>): Omit<Found, 'expired'>[] {
  const count = items.length + resumed.length;
  const size = [...steps.values()].some((step) => isSplit(step) && step.join === 'any') ? count : movedMax;
  return Array.from({ length: Math.ceil(count / size) }, (_, index) => {
    const [from, to] = [index * size, (index + 1) * size];
    const behind = (place: number): number => Math.max(place - items.length, 0);
    return { items: items.slice(from, to), resumed: resumed.slice(behind(from), behind(to)) };
  });
}

/** The driver writes what is left of statements at the end of a turn of the event loop; computing does not end one. */
async function untilSent(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

const nothingTaken = [0] as const;

/** What makes the item of a run that reads no source; `undefined` where it makes none. */
async function make(
  deps: ActivityDeps,
  work: FlowWork,
): Promise<((tx: Pipeline) => PromiseLike<unknown[]>) | undefined> {
  const { address, run, flow } = work;
  const item = await readRunItem(toReader(deps, work), run);
  if (item === undefined) return undefined;
  const sealed = (await work.sealer()).seal(item.given);
  const judges = flow.interrupts !== undefined;
  return (tx) => insertRunItem(tx, address, { key: item.key, sealed, resumes: run.resumes, judges });
}

/** Takes up what runs before left, and what failed and is tried again. */
function adopt(tx: Pipeline, { run, flow }: FlowWork, address: StreamAddress): PromiseLike<unknown> {
  return Promise.all([
    cancelClosings(tx, address),
    adoptItems(tx, address),
    run.deadLetters?.assume === undefined ? undefined : assumeEffects(tx, address, run.deadLetters),
    run.deadLetters === undefined
      ? undefined
      : adoptFailed(tx, address, run.deadLetters, { scopes: listScopes(flow), timed: listTimed(flow) }),
  ]);
}

/** Works out which of the items that came behind others end these. One of which the formula cannot tell does not. */
async function judge(deps: ActivityDeps, work: FlowWork, inTenant: InTenant): Promise<void> {
  const { address, flow, environment } = work;
  const { interrupts } = flow;
  if (interrupts === undefined) return;
  for (;;) {
    const items = await inTenant((tx) => selectUnjudged(tx, address, judgedMax));
    if (items.length === 0) return;
    const contexts = await readContexts(toReader(deps, work), items);
    const judged = items.map(({ id }, index) => {
      const context = contexts[index];
      return { id, interrupts: context !== undefined && interrupts(context, environment) === true };
    });
    await inTenant((tx) => storeJudged(tx, address, judged));
  }
}

/** Whether a run goes through steps of its own at its end. */
export function hasClosing({ closing }: Flow): boolean {
  return Object.keys(closing).length > 0;
}

/** Why a run that has come so far fails, as far as its counters tell. */
function findFailure(flow: Flow, counters: Counters): RunFailedError | undefined {
  const isStopped = flow.onError.record === 'fail' && counters.failed > 0;
  return isStopped ? stoppedByRecord() : findTooManyFailures(flow, counters);
}

function stoppedByRecord(): RunFailedError {
  return new RunFailedError('record_failed', messages.runStoppedByRecord);
}

/** Makes the item that takes the run through the next of its last steps. */
export async function close(
  deps: ActivityDeps,
  work: FlowWork,
  failure: RunFailedError | undefined,
): Promise<SegmentResult | 'made' | 'nothing'> {
  const { run, flow } = work;
  if (!hasClosing(flow)) return 'nothing';
  return underLease(deps, work, async ({ address, counters }, inTenant) => {
    const sealer = await work.sealer();
    const { read, created, updated, deleted, skipped, failed } = counters;
    const seen = { ...describeRun({ address, run }), counters: { read, created, updated, deleted, skipped, failed } };
    for (const name of ['then', 'finally'] as const) {
      const isDue = flow.closing[name] !== undefined && (name === 'finally' || failed > 0 || failure !== undefined);
      if (!isDue) continue;
      const made = await inTenant((tx) => insertClosing(tx, address, name, sealer.seal(seen)));
      if (made.length > 0) return 'made';
    }
    return 'nothing';
  });
}
