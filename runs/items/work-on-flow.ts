import type { JsonObject } from '../../core/json.ts';
import { messages } from '../../core/messages.ts';
import { RunUnusableError } from '../../core/runs/run-unusable-error.ts';
import type { Parked } from '../../core/pure/run-messages.ts';
import type { Counters } from '../../core/pure/counters.ts';
import { withTenantPipelined } from '../../drizzle/index.ts';
import { onlyStep } from '../../engine/definition.ts';
import { RunFailedError } from '../../engine/errors.ts';
import type { SegmentResult } from '../../engine/segment/segment.ts';
import { readStates, stateWords } from '../../services/integrations/read-states.ts';
import type { ActivityDeps } from '../deps.ts';
import type { StreamAddress } from '../store/segment-statements.ts';
import { selectMarked } from '../gates/gate-statements.ts';
import { noteGates } from '../gates/note-gates.ts';
import { type ConnectionGates, openConnectionGates } from '../gates/connection-gates.ts';
import { giveUp } from '../gates/give-up.ts';
import type { ClosedGate } from '../gates/open-windows.ts';
import { askChecks } from './waits/ask-checks.ts';
import { lookBackForEvents } from './waits/events/look-back.ts';
import { carryOut } from './carry-out.ts';
import { goOn, tryStep } from './moving/go-on.ts';
import { findEnd } from './find-end.ts';
import { type FlowWork, type KeptLease, toReader } from './flow-work.ts';
import { itemTarget } from './item-target.ts';
import { close, hasClosing, listActions, listOutward, moveOn } from './move-on.ts';
import { describeWaits, parkRun } from './waits/park-run.ts';
import { listTimed } from './timeouts/read-timed-out.ts';

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
      const going = { steps, connections, closed, kept, failure, ends, isRead, limits, endsAt };
      const { result, ...gone } = await goOn(deps, work, busy, going);
      ({ isRead } = gone);
      if (result === undefined) continue;
      if (result.status === 'waiting' || result.status === 'canceled') return { ...result, counters };
      if (ends && result.status === 'done') {
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
