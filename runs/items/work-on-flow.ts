import { messages } from '../../core/messages.ts';
import type { Counters } from '../../core/pure/counters.ts';
import { noCounters } from '../../core/pure/counters.ts';
import type { Parked } from '../../core/pure/run-messages.ts';
import type { RecordTarget } from '../../core/records.ts';
import type { Scrub } from '../../core/telemetry/scrub.ts';
import { type Pipeline, withTenantPipelined } from '../../drizzle/index.ts';
import { RunFailedError } from '../../engine/errors.ts';
import { onlyStep } from '../../engine/definition.ts';
import type { SegmentStore } from '../../engine/ports.ts';
import type { RunEnvironment } from '../../engine/run-environment.ts';
import { runSegment, type SegmentOptions } from '../../engine/segment/run-segment.ts';
import type {
  SegmentLimits,
  SegmentPorts,
  SegmentResult,
  SegmentSignals,
  SegmentWait,
} from '../../engine/segment/segment.ts';
import type { SweepFindings } from '../../engine/segment/sweep-findings.ts';
import { findTooManyFailures } from '../../engine/segment/too-many-failures.ts';
import { type ActionStep, type Flow, isUndo } from '../../flow/index.ts';
import type { Sealer } from '../../vault/index.ts';
import type { ActivityDeps } from '../deps.ts';
import { describeSweep } from '../describe-segment.ts';
import type { FlowRun, RunAddress } from '../load/load-run.ts';
import type { TargetTimes } from '../run-limits.ts';
import { useSearches } from '../run-searches.ts';
import { writeRunLog } from '../write-run-log.ts';
import { observeStore } from '../store/observe-store.ts';
import { createSegmentStore, withinLease } from '../store/segment-store.ts';
import type { StreamAddress } from '../store/segment-statements.ts';
import { type Alongside, asTargetOf, makeItems, moveAlong, type Outcomes } from './checkpoint-items.ts';
import { adoptItems } from './carry-statements.ts';
import { takeInbox, takenMax } from './inbox-statements.ts';
import { createItemSource } from './item-source.ts';
import { adoptFailed, findBusyStep, promoteHeld, selectMoving } from './item-statements.ts';
import { deletedTarget, itemTarget, picks, ReadRecords, toReadPlan } from './item-target.ts';
import { findMoves, storeMoves } from './move-items.ts';
import { describeWaits, parkRun } from './park-run.ts';
import type { ItemReader } from './read-items.ts';
import { isFirstRun, restartStream } from './stream-statements.ts';
import { expireWaits, selectResumed } from './wait-statements.ts';

export interface FlowWork {
  address: RunAddress;
  run: FlowRun;
  flow: Flow;
  environment: RunEnvironment;
  signals: SegmentSignals;
  toLimits: (target: TargetTimes) => SegmentLimits;
  onProgress?: ((counters: Counters) => void) | undefined;
  onWait?: ((wait: SegmentWait) => void) | undefined;
  sealer: () => Promise<Sealer>;
}

/** Read on for so long before the items are worked on that there are by then. */
const readingMs = 2000;
/** Items that are moved on in one transaction. */
const movedMax = 200;

/**
 * Runs one time-boxed stretch of a flow's run: moves its items on, carries out the effects of the step that is the nearest to
 * the end, and reads the source further while there is nothing else to do.
 *
 * Each of the three is safe to run again after any crash: reading and effects are segments of their own, under the lease of
 * the source's stream and of the step's; items are moved under the first of these.
 *
 * @throws what `runSegment` throws.
 */
export async function workOnFlow(deps: ActivityDeps, work: FlowWork): Promise<SegmentResult | Parked> {
  const { clock } = deps;
  const { run, flow, signals } = work;
  const limits = work.toLimits(itemTarget);
  const endsAt = clock.monotonic() + limits.timeBoxMs;
  const steps = listActions(flow);
  const hasInbox = run.definition.source.payload !== undefined;
  // A run that was woken gave its turn to read away.
  let isRead = run.deadLetters !== undefined || hasInbox || run.wakes > 0;
  let counters = run.counters;
  for (let round = 0; ; round += 1) {
    if (signals.cancel.aborted) return { status: 'canceled', counters };
    const restMs = endsAt - clock.monotonic();
    if (signals.shutdown.aborted || (round > 0 && restMs <= 0)) return { status: 'more', counters };
    const moved = await moveOn(deps, work, steps, round === 0);
    if ('status' in moved) return moved;
    ({ counters } = moved);
    work.onProgress?.(counters);
    const { busy } = moved;
    if (busy === undefined && isRead) return rest(deps, work, counters);
    const result =
      busy === undefined
        ? await readOn(deps, work, { ...limits, timeBoxMs: Math.min(readingMs, restMs) })
        : await carryOut(deps, work, busy, restMs);
    if (result.status === 'waiting' || result.status === 'canceled') return { ...result, counters };
    if (busy === undefined) isRead = result.status === 'done';
  }
}

/** How soon a run looks again that could not be let wait: an answer came, or a segment before this one has a lease still. */
const restAgainMs = 250;

/** Ends the run's work, for good or until what its items wait for. */
async function rest(
  { database }: ActivityDeps,
  { address }: FlowWork,
  counters: Counters,
): Promise<SegmentResult | Parked> {
  const rested = await parkRun(database, address);
  if (rested === 'done') return { status: 'done', counters };
  if (rested === 'busy') return { status: 'waiting', counters, retryAfterMs: restAgainMs };
  return { status: 'parked', counters, waits: await describeWaits(database, address) };
}

function listScopes({ steps }: Flow): string[] {
  return [...steps.values()].filter(({ kind }) => kind === 'scope').map(({ id }) => id);
}

/** The steps with effects, the last ones first. */
function listActions({ steps }: Flow): ActionStep[] {
  return [...steps.values()].filter((step) => step.kind === 'action').toSorted((a, b) => b.order - a.order);
}

/** Moves items on, as far as they get without an effect. @returns the step to carry out next, where items wait at one. */
async function moveOn(
  deps: ActivityDeps,
  work: FlowWork,
  steps: readonly ActionStep[],
  isFirst: boolean,
): Promise<SegmentResult | { busy: ActionStep | undefined; counters: Counters }> {
  const { run, flow, environment } = work;
  const address: StreamAddress = { ...work.address, stream: flow.source.stream, step: onlyStep };
  const store = openStore(deps, work, address);
  const { leaseMs } = work.toLimits(itemTarget);
  const lease = await store.acquire(leaseMs);
  if (lease.status === 'busy') {
    work.onWait?.({ reason: 'lease', ms: lease.retryAfterMs });
    return { status: 'waiting', counters: noCounters, retryAfterMs: lease.retryAfterMs };
  }
  const { epoch, pageSeq } = lease;
  // A worker that stood still meanwhile must not touch items that another one has moved on since.
  const inTenant = <T>(statements: (tx: Pipeline) => PromiseLike<T>): Promise<T> =>
    withinLease(deps.database, address, { epoch, pageSeq }, statements);
  try {
    if (lease.cancelRequested) return { status: 'canceled', counters: lease.counters };
    const failure = findTooManyFailures(flow, lease.counters);
    if (failure !== undefined) throw failure;
    if (isFirst) {
      await inTenant((tx) =>
        Promise.all([
          adoptItems(tx, address),
          run.deadLetters === undefined ? undefined : adoptFailed(tx, address, run.deadLetters, listScopes(flow)),
        ]),
      );
    }
    const takes = run.definition.source.payload !== undefined && run.deadLetters === undefined;
    while (takes && (await inTenant((tx) => takeInbox(tx, address))) === takenMax) await store.renew(epoch, leaseMs);
    const perItem = steps.filter(({ effectOf }) => effectOf === 'item').map(({ id }) => id);
    for (;;) {
      const [, , items, resumed] = await inTenant((tx) =>
        Promise.all([
          promoteHeld(tx, address),
          expireWaits(tx, address, movedMax),
          selectMoving(tx, address, { perItem, limit: movedMax, known: flow.known }),
          selectResumed(tx, address, { limit: movedMax, known: flow.known }),
        ]),
      );
      if (items.length + resumed.length === 0) break;
      await store.renew(epoch, leaseMs);
      const sealer = await work.sealer();
      const moves = await findMoves(toReader(deps, work), flow, environment, { items, resumed, sealer });
      await inTenant((tx) => storeMoves(tx, address, moves, { flow, sealer, scrub: keepText }));
      if (moves.deadLetters.length > 0 && flow.onError.record === 'fail') {
        throw new RunFailedError('record_failed', messages.runStoppedByRecord);
      }
    }
    const [found] = await inTenant((tx) =>
      findBusyStep(
        tx,
        address,
        steps.map(({ id }) => id),
      ),
    );
    const busy = steps.find(({ id }) => id === found?.step);
    if (busy !== undefined) await inTenant((tx) => restartStream(tx, { ...address, step: busy.id }));
    return { busy, counters: lease.counters };
  } finally {
    await store.release(epoch, false);
  }
}

/** What pure steps say of a record quotes no system. */
const keepText: Scrub = (text) => text;

/** Reads the source further: makes items of what changed. */
function readOn(deps: ActivityDeps, work: FlowWork, limits: SegmentLimits): Promise<SegmentResult> {
  const { run, flow, sealer } = work;
  const { object, options = {} } = run.definition.source;
  const read = new ReadRecords();
  const plan = toReadPlan(flow, read, run);
  const address: StreamAddress = { ...work.address, stream: plan.stream, step: onlyStep };
  const { orgId } = address;
  return deps.sessions.use(orgId, run.source, (session) =>
    useSearches(deps.sessions, { orgId, run, plan }, async (searched) => {
      const baseline =
        flow.source.start === 'baseline' &&
        (await withTenantPipelined(deps.database, orgId, (tx) => isFirstRun(tx, address)));
      const alongside = nothingAlong();
      const store = openStore(deps, work, address, { alongside, scrub: session.createScrub, removesByKey: true });
      const source = { ...flow.source, changes: picks(flow.source, run.changes) };
      const making = { address, read, source, baseline, maxItems: run.maxItems, sealer };
      let missed: SweepFindings | undefined;
      const onSweep = (found: SweepFindings): void => {
        missed = found;
      };
      const result = await runHalf(
        deps,
        work,
        plan,
        limits,
        {
          source: session.openSource({ object, options, where: plan.where }),
          target: itemTarget,
          removals: deletedTarget,
          store: makeItems(store, alongside, making),
          searched,
        },
        { onSweep },
      );
      const entry = missed && describeSweep(missed, 'items');
      if (entry !== undefined) await writeRunLog(deps, address, entry);
      return result;
    }),
  );
}

/** Carries out the effects of a step for the items that wait at it. */
function carryOut(deps: ActivityDeps, work: FlowWork, step: ActionStep, restMs: number): Promise<SegmentResult> {
  const { run, flow, sealer } = work;
  const connection = run.actions.get(step.id);
  if (connection === undefined) throw new Error('The step has no connection.');
  const { object, operation, matchOn, options } = step.target;
  const address: StreamAddress = { ...work.address, stream: flow.source.stream, step: step.id };
  return deps.sessions.use(address.orgId, connection, (session) => {
    const outcomes: Outcomes = new Map();
    const opened: RecordTarget = session.openTarget({ object, operation, matchOn: [...matchOn], options });
    const source = createItemSource(toReader(deps, work), step, flow);
    const alongside = nothingAlong();
    const store = openStore(deps, work, address, { alongside, scrub: session.createScrub });
    // The share of failures is judged of the whole run. A step that handles its failures has none, and those of a child are
    // its parent's.
    const isHandled = step.onError !== undefined || step.within !== undefined || isUndo(step);
    const record = isHandled ? 'dead_letter' : flow.onError.record;
    const plan = { ...step.plan, readKey: source.readKey, onError: { record, abortAbovePercent: undefined } };
    const limits = work.toLimits(opened);
    return runHalf(
      deps,
      work,
      plan,
      { ...limits, timeBoxMs: Math.min(limits.timeBoxMs, Math.max(restMs, 1)) },
      {
        source,
        target: asTargetOf(step, opened, outcomes),
        store: moveAlong(store, alongside, {
          address,
          step,
          siblings: listSiblings(flow, step),
          source,
          outcomes,
          sealer,
          scrub: session.createScrub(),
        }),
        searched: [],
      },
    );
  });
}

/** Other steps that write to the same object of the same connection. */
function listSiblings(flow: Flow, { id, connectionId, target }: ActionStep): string[] {
  return listActions(flow)
    .filter((step) => step.id !== id && step.connectionId === connectionId && step.target.object === target.object)
    .map((step) => step.id);
}

function runHalf(
  { clock, meter }: ActivityDeps,
  { signals, onWait }: FlowWork,
  plan: Parameters<typeof runSegment>[0],
  limits: SegmentLimits,
  ports: Omit<SegmentPorts, 'clock'>,
  options: Pick<SegmentOptions, 'onSweep'> = {},
): Promise<SegmentResult> {
  const store = observeStore(meter, ports.store);
  return runSegment(plan, { ...ports, store, clock }, limits, signals, { ...options, onWait });
}

function toReader({ database, opener }: ActivityDeps, { address, run, flow }: FlowWork): ItemReader {
  return { database, opener, address, run, flow };
}

function nothingAlong(): Alongside {
  return { statements: () => Promise.resolve() };
}

function openStore(
  deps: ActivityDeps,
  { sealer }: FlowWork,
  address: StreamAddress,
  {
    alongside = nothingAlong(),
    scrub = () => keepText,
    removesByKey,
  }: { alongside?: Alongside; scrub?: () => Scrub; removesByKey?: true } = {},
): SegmentStore {
  return createSegmentStore(address, {
    database: deps.database,
    opener: deps.opener,
    createScrub: scrub,
    holder: deps.holder,
    removesByKey,
    sealer,
    writeAlong: (tx) => alongside.statements(tx),
  });
}
