import type { JsonObject } from '../../core/json.ts';
import { messages } from '../../core/messages.ts';
import { RunUnusableError } from '../../core/runs/run-unusable-error.ts';
import type { Parked } from '../../core/pure/run-messages.ts';
import type { Counters } from '../../core/pure/counters.ts';
import { withTenantPipelined } from '../../drizzle/index.ts';
import { onlyStep } from '../../engine/definition.ts';
import { RunFailedError } from '../../engine/errors.ts';
import type { SegmentLimits, SegmentResult } from '../../engine/segment/segment.ts';
import type { RemovalFindings } from '../../engine/segment/removal-findings.ts';
import type { OutwardStep } from '../../flow/index.ts';
import { readStates, stateWords } from '../../services/integrations/read-states.ts';
import type { ActivityDeps } from '../deps.ts';
import { describeRemoval } from '../describe-segment.ts';
import { useSearches } from '../run-searches.ts';
import { writeRunLog } from '../write-run-log.ts';
import type { StreamAddress } from '../store/segment-statements.ts';
import { selectMarked } from '../gates/gate-statements.ts';
import { noteGates } from '../gates/note-gates.ts';
import { type ConnectionGates, openConnectionGates } from '../gates/connection-gates.ts';
import { giveUp } from '../gates/give-up.ts';
import type { ClosedGate } from '../gates/open-windows.ts';
import { askChecks } from './waits/ask-checks.ts';
import { lookBackForEvents } from './waits/events/look-back.ts';
import { carryOut, carryOutStep, runHalf, type StepResult } from './carry-out.ts';
import { makeItems } from './checkpoint-items.ts';
import { findEnd } from './find-end.ts';
import { type FlowWork, type KeptLease, nothingAlong, openStore, toReader } from './flow-work.ts';
import { deletedTarget, itemTarget, picks, ReadRecords, toReadPlan } from './item-target.ts';
import { close, hasClosing, listActions, listOutward, moveOn } from './move-on.ts';
import { describeWaits, parkRun } from './waits/park-run.ts';
import { readLastRecords } from './lookups/last-records.ts';
import { findPastReadings } from './stream-statements.ts';
import { listTimed } from './timeouts/read-timed-out.ts';

/** Read on for so long before the items are worked on that there are by then. */
const readingMs = 2000;

/**
 * Runs one time-boxed stretch of a flow's run: moves its items on, carries out the effects of the step that is the nearest to
 * the end, and reads the source further while there is nothing else to do.
 *
 * Each of the three is safe to run again after any crash: reading and effects are segments of their own, under the lease of
 * the source's stream and of the step's; items are moved under the first of these.
 *
 * @throws what `runSegment` throws.
 */
export async function workOnFlow(deps: ActivityDeps, given: FlowWork): Promise<SegmentResult | Parked> {
  const { clock } = deps;
  const { run, flow, signals, windows } = given;
  const work = { ...given, states: await readStatesOf(deps, given) };
  const limits = work.toLimits(itemTarget);
  const endsAt = clock.monotonic() + limits.timeBoxMs;
  const steps = listOutward(flow);
  const { source } = run.definition;
  const readsNothing = source === undefined || source.payload !== undefined;
  // A run that was woken gave its turn to read away.
  let isRead = run.deadLetters !== undefined || readsNothing || run.wakes > 0;
  let counters = run.counters;
  let failure: RunFailedError | undefined;
  const connections = await openConnectionGates(deps, work.address, run);
  const isTimed = listTimed(flow).length > 0;
  let isNoted = isTimed;
  for (let round = 0; ; round += 1) {
    if (signals.cancel.aborted) return { status: 'canceled', counters };
    const restMs = endsAt - clock.monotonic();
    if (signals.shutdown.aborted || (round > 0 && restMs <= 0)) return { status: 'more', counters };
    let kept: KeptLease | undefined;
    try {
      const gates = [...(windows?.findClosed().gates ?? []), ...connections.listClosed()];
      const closed = new Set(gates.flatMap((gate) => gate.steps));
      const stopped = round === 0 ? await beginGated(deps, work, gates, connections) : undefined;
      if (stopped !== undefined) return { ...stopped, counters };
      if (isNoted) await noteGates(deps, work.address, gates);
      const moved = await moveOn(deps, work, steps, { isFirst: round === 0, isRead, failure, closed });
      if ('status' in moved) return moved;
      ({ counters, failure, kept } = moved);
      isNoted = isTimed && gates.length > 0;
      if (isNoted) await noteGates(deps, work.address, gates);
      work.onProgress?.(counters);
      const { busy } = moved;
      const asked = failure === undefined ? await ask(deps, work) : 0;
      if (asked > 0 && busy === undefined && isRead) continue;
      if (busy === undefined && (isRead || failure !== undefined)) {
        const rested = failure === undefined ? await rest(deps, work, counters, gates) : undefined;
        if (rested !== undefined && rested.status !== 'done') return rested;
        const closing = await close(deps, work, failure);
        if (typeof closing === 'object') return closing;
        if (closing === 'made') continue;
        if (failure !== undefined) throw failure;
        return { status: 'done', counters };
      }
      const ends = isRead && failure === undefined && !hasClosing(flow);
      const result: StepResult | undefined =
        busy === undefined
          ? await readOn(deps, work, { ...limits, timeBoxMs: Math.min(readingMs, restMs) })
          : await tryStep(connections, busy, () => carryOutStep(deps, work, busy, { restMs, failure, kept, ends }));
      if (result === undefined) continue;
      if (result.status === 'waiting' || result.status === 'canceled') return { ...result, counters };
      if (busy === undefined) isRead = result.status === 'done';
      else if (ends && result.status === 'done') {
        const ended = await (result.ended ?? findEnd(deps.database, work.address));
        if (ended !== undefined) return { status: 'done', counters: ended };
      }
    } catch (error) {
      // A run that its own definition ends goes through its last steps before.
      if (!(error instanceof RunFailedError) || failure !== undefined || !hasClosing(flow)) throw error;
      failure = error;
    } finally {
      await kept?.release();
    }
  }
}

/** Asks what items wait for at checks that are due, and for events that came before them. @returns how much there was to ask. */
async function ask(deps: ActivityDeps, work: FlowWork): Promise<number> {
  const { flow, signals } = work;
  const came = await lookBackForEvents(deps.database, work.address, flow);
  const hasChecks = [...flow.steps.values()].some((step) => step.kind === 'wait' && step.check !== undefined);
  if (!hasChecks) return came;
  const address: StreamAddress = { ...work.address, stream: flow.source.stream, step: onlyStep };
  const signal = AbortSignal.any([signals.cancel, signals.shutdown]);
  return came + (await askChecks(deps, { ...work, address, reader: toReader(deps, work), signal }));
}

/** @throws {RunUnusableError} where one of them is gone. */
async function readStatesOf({ database }: ActivityDeps, { address, flow }: FlowWork): Promise<JsonObject | undefined> {
  if (flow.states.length === 0) return undefined;
  const { states, missing } = await withTenantPipelined(database, address.orgId, (tx) =>
    readStates(tx, address.orgId, flow.states),
  );
  const [gone] = missing;
  if (gone === undefined) return states;
  throw new RunUnusableError(messages.runStateGone({ of: stateWords[gone.kind], name: gone.name }));
}

/** How soon a run looks again that could not be let wait: an answer came, or a segment before this one has a lease still. */
const restAgainMs = 250;

/** Ends the run's work, for good or until what its items wait for. */
async function rest(
  deps: ActivityDeps,
  { address }: FlowWork,
  counters: Counters,
  gates: readonly ClosedGate[],
): Promise<SegmentResult | Parked> {
  const { database } = deps;
  if (gates.length > 0) await noteGates(deps, address, gates);
  const rested = await parkRun(database, address, gates);
  if (rested === 'done') return { status: 'done', counters };
  if (rested === 'busy') return { status: 'waiting', counters, retryAfterMs: restAgainMs };
  return { status: 'parked', counters, waits: await describeWaits(database, address) };
}

/** Reads the source further: makes items of what changed. */
function readOn(deps: ActivityDeps, work: FlowWork, limits: SegmentLimits): Promise<SegmentResult> {
  const { run, flow, sealer } = work;
  const { definition, source: connection } = run;
  if (definition.source === undefined || connection === undefined) throw new Error('The flow has no source.');
  const { object, options = {} } = definition.source;
  const read = new ReadRecords();
  const plan = toReadPlan(flow, read, run);
  const address: StreamAddress = { ...work.address, stream: plan.stream, step: onlyStep };
  const { orgId } = address;
  return deps.sessions.use(orgId, connection, (session) =>
    useSearches(deps.sessions, { orgId, run, plan }, async (searched) => {
      const past = await withTenantPipelined(deps.database, orgId, (tx) => findPastReadings(tx, address));
      const baseline = flow.source.start === 'baseline' && past.isFirst;
      // A full resync makes items of all records, whatever they were.
      const isRewatched = past.isRewatched && !plan.ignoreHashes;
      const lastRecords = isRewatched
        ? (keys: readonly string[]) => readLastRecords({ ...deps, address }, keys)
        : undefined;
      const alongside = nothingAlong();
      const store = openStore(deps, work, address, { alongside, scrub: session.createScrub, removesByKey: true });
      const source = { ...flow.source, changes: picks(flow.source, run.changes) };
      const judges = flow.interrupts !== undefined;
      const { environment } = work;
      const reader = toReader(deps, work);
      const making = {
        address,
        read,
        reader,
        flow,
        environment,
        source,
        baseline,
        judges,
        maxItems: run.maxItems,
        isPart: run.since !== undefined,
        lastRecords,
        sealer,
      };
      let missed: RemovalFindings | undefined;
      const onRemoval = (found: RemovalFindings): void => {
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
        { onRemoval },
      );
      const entry = missed && describeRemoval(missed, 'items');
      if (entry !== undefined) await writeRunLog(deps, address, entry);
      return result;
    }),
  );
}

/** Carries a step out. @returns `undefined` where that has closed the gate before its connection. */
async function tryStep(
  connections: ConnectionGates,
  { id }: OutwardStep,
  act: () => Promise<StepResult>,
): Promise<StepResult | undefined> {
  try {
    const result = await act();
    if (result.status === 'done' || result.status === 'more') await connections.noteSuccess(id);
    return result;
  } catch (error) {
    if (await connections.noteFault(id, error)) return undefined;
    throw error;
  }
}

/** What a segment does first about what is closed: finds out what is in doubt, and gives up what has waited for too long. */
async function beginGated(
  deps: ActivityDeps,
  work: FlowWork,
  gates: readonly ClosedGate[],
  connections: ConnectionGates,
): Promise<SegmentResult | undefined> {
  const givenUp = connections.listGivenUp();
  const closed = (of: ClosedGate['kind']): string[] => gates.flatMap(({ kind, steps }) => (kind === of ? steps : []));
  const silent = closed('connection');
  const resolvable = closed('window').filter((step) => !silent.includes(step));
  const resolving = await resolveMarked(deps, work, resolvable, connections);
  return (
    resolving ??
    giveUp(
      deps,
      work,
      listOutward(work.flow).filter(({ id }) => givenUp.includes(id)),
    )
  );
}

/**
 * Finds out what became of writes in doubt at steps before which a gate is closed: that is no write, and what a vendor knows of
 * one it does not know for ever.
 *
 * @returns what ends the segment, where that cannot be known yet.
 */
export async function resolveMarked(
  deps: ActivityDeps,
  work: FlowWork,
  closed: readonly string[],
  connections?: ConnectionGates,
): Promise<SegmentResult | undefined> {
  if (closed.length === 0) return undefined;
  const address = { ...work.address, stream: work.flow.source.stream };
  const marked = await withTenantPipelined(deps.database, address.orgId, (tx) => selectMarked(tx, address, closed));
  for (const { step } of marked) {
    const action = listActions(work.flow).find(({ id }) => id === step);
    const restMs = work.toLimits(itemTarget).timeBoxMs;
    if (action === undefined) continue;
    const act = (): Promise<SegmentResult> => carryOut(deps, work, action, { restMs, resolvesOnly: true });
    const result = await (connections === undefined ? act() : tryStep(connections, action, act));
    if (result?.status === 'waiting' || result?.status === 'canceled') return result;
  }
  return undefined;
}
