import { ConnectorError } from '../../../core/connector-error.ts';
import type { RunFailedError } from '../../../engine/errors.ts';
import type { SegmentLimits, SegmentResult } from '../../../engine/segment/segment.ts';
import { isUndo, type OutwardStep } from '../../../flow/index.ts';
import type { ActivityDeps } from '../../deps.ts';
import type { ConnectionGates } from '../../gates/connection-gates.ts';
import { carryOutStep, type StepResult } from '../carry-out.ts';
import type { FlowWork, KeptLease } from '../flow-work.ts';
import { type Beside, carryOutBeside } from './beside.ts';
import { usualPages } from './page-sizes.ts';
import { readOn } from './read-on.ts';

/** Read on for so long before the items are worked on that there are by then. */
const readingMs = 250;
/** Read on for so long beside that: so many items come to wait at most. */
const readingBesideMs = 2000;

/** So many pages of items are enough to begin a step beside others. */
const pagesDue = 3;

interface Going {
  /** Steps with effects or look-ups, the last ones first. */
  steps: readonly OutwardStep[];
  connections: ConnectionGates;
  /** Steps before which a gate is closed. */
  closed: ReadonlySet<string>;
  /** The lease that items were moved under, to be given back as the step's is taken. */
  kept: KeptLease | undefined;
  failure: RunFailedError | undefined;
  /** The run ends where no item goes on behind the step. */
  ends: boolean;
  /** The source is read to its end. */
  isRead: boolean;
  limits: SegmentLimits;
  /** By the monotonic clock. */
  endsAt: number;
}

/** Carries out the step that items wait at, and what can go on beside it; reads the source further where none waits. */
export async function goOn(
  deps: ActivityDeps,
  work: FlowWork,
  busy: OutwardStep | undefined,
  { steps, connections, closed, kept, failure, ends, isRead, limits, endsAt }: Going,
): Promise<{ result: StepResult | undefined; isRead: boolean }> {
  const untilEnd = (maxMs = Infinity): number => Math.min(maxMs, Math.max(endsAt - deps.clock.monotonic(), 1));
  if (busy === undefined) {
    const result = await readOn(deps, work, { ...limits, timeBoxMs: untilEnd(readingMs) });
    return { result, isRead: result.status === 'done' };
  }
  const act = async (step: OutwardStep, within: FlowWork, isAlone: () => boolean): Promise<StepResult | undefined> => {
    const options = { restMs: untilEnd(), failure, kept: step === busy ? kept : undefined };
    try {
      return await tryStep(connections, step, () =>
        carryOutStep(deps, within, step, { ...options, ends: () => ends && isAlone() }),
      );
    } finally {
      // It was not taken along where the step failed before.
      await options.kept?.release();
    }
  };
  // What ends a run goes step by step; and look-ups are made under the lease that items are read under.
  if (failure !== undefined || busy.kind !== 'action') return { result: await act(busy, work, () => true), isRead };
  let isReadNow = isRead;
  const result = await carryOutBeside({
    clock: deps.clock,
    dueCount: pagesDue * (deps.itemPages ?? usualPages).min,
    first: busy,
    others: steps.filter((step) => step.kind === 'action' && step !== busy && !closed.has(step.id) && !isUndo(step)),
    act: (step, beside) => act(step, stopWith(work, beside), beside.isAlone),
    systemOf: (step) => findSystem(deps, work, step),
    along: isRead
      ? undefined
      : async (beside) => {
          await kept?.whenOver;
          const limit = { ...limits, timeBoxMs: untilEnd(readingBesideMs) };
          isReadNow = (await readBeside(deps, stopWith(work, beside), limit)) === 'done';
        },
  });
  return { result, isRead: isReadNow };
}

function stopWith(work: FlowWork, { stop, onMoved }: Beside): FlowWork {
  const { signals } = work;
  return { ...work, onMoved, signals: { ...signals, shutdown: AbortSignal.any([signals.shutdown, stop]) } };
}

/** What the source asks for or refuses ends no step: it does so again when there is nothing else to do than to read it. */
async function readBeside(
  deps: ActivityDeps,
  work: FlowWork,
  limits: SegmentLimits,
): Promise<SegmentResult['status'] | undefined> {
  try {
    return (await readOn(deps, work, limits)).status;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return undefined;
  }
}

function findSystem({ sessions }: ActivityDeps, { address, run }: FlowWork, step: OutwardStep): Promise<string> {
  const connection = run.actions.get(step.id);
  if (connection === undefined || step.kind !== 'action') throw new Error('The step has no connection.');
  const { target } = step;
  return sessions.use(address.orgId, connection, (session) =>
    Promise.resolve(session.openTarget({ ...target, matchOn: [...target.matchOn] }).system),
  );
}

/** Carries a step out. @returns `undefined` where that has closed the gate before its connection. */
export async function tryStep(
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
