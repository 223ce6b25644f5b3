import type { Counters } from '../../core/pure/counters.ts';
import type { RecordTarget } from '../../core/records.ts';
import type { RunFailedError } from '../../engine/errors.ts';
import { runSegment, type SegmentOptions } from '../../engine/segment/run-segment.ts';
import type { SegmentLimits, SegmentPorts, SegmentResult } from '../../engine/segment/segment.ts';
import { type ActionStep, type Flow, isUndo, type OutwardStep } from '../../flow/index.ts';
import type { ActivityDeps } from '../deps.ts';
import { observeStore } from '../store/observe-store.ts';
import type { StreamAddress } from '../store/segment-statements.ts';
import { asTargetOf, goesOnAfterFailure, moveAlong, type Outcomes } from './checkpoint-items.ts';
import { runKey } from './closing-statements.ts';
import { type FlowWork, type KeptLease, nothingAlong, openStepStore, toReader } from './flow-work.ts';
import { createItemSource } from './item-source.ts';
import { lookUp } from './lookups/look-up.ts';
import { nameInDoubt } from './lookups/name-in-doubt.ts';
import { listActions } from './move-on.ts';
import { createPageSizes } from './moving/page-sizes.ts';
import { refuseForeignIds } from './sealed/origins.ts';

/** What became of a step. `ended`: the counters of the run, where its last checkpoint saw that nothing is left to do. */
export type StepResult = SegmentResult & { ended?: Counters | undefined };

export interface StepOptions {
  restMs: number;
  failure?: RunFailedError | undefined;
  kept?: KeptLease | undefined;
  /** Whether the run ends where no item goes on behind the step. */
  ends?: () => boolean;
  resolvesOnly?: boolean;
}

/** Does for the items that stand at a step what they wait for. */
export function carryOutStep(
  deps: ActivityDeps,
  work: FlowWork,
  step: OutwardStep,
  options: StepOptions,
): Promise<StepResult> {
  if (step.kind === 'action') return carryOut(deps, work, step, options);
  const { restMs, failure } = options;
  return lookUp(deps, work, step, { restMs, key: failure && runKey });
}

function never(): boolean {
  return false;
}

/** Carries out the effects of a step for the items that wait at it. */
export function carryOut(
  deps: ActivityDeps,
  work: FlowWork,
  step: ActionStep,
  { restMs, failure, kept, ends = never, resolvesOnly }: StepOptions,
): Promise<StepResult> {
  const { run, flow, sealer } = work;
  const connection = run.actions.get(step.id);
  if (connection === undefined) throw new Error('The step has no connection.');
  const { object, operation, matchOn, byId, options } = step.target;
  const address: StreamAddress = { ...work.address, stream: flow.source.stream, step: step.id };
  return deps.sessions.use(address.orgId, connection, async (session) => {
    const outcomes: Outcomes = new Map();
    let ended: Counters | undefined;
    const opened: RecordTarget = session.openTarget({ object, operation, matchOn: [...matchOn], byId, options });
    const sizes = createPageSizes(deps.clock, deps.itemPages);
    const source = createItemSource(
      { reader: toReader(deps, work), sizes, carried: work.carried },
      step,
      flow,
      failure && runKey,
    );
    const alongside = nothingAlong();
    const store = openStepStore(deps, work, address, { kept, source, alongside, scrub: session.createScrub });
    // The share of failures is judged of the whole run. A step that handles its failures has none, and those of a child are
    // its parent's.
    const isHandled = failure !== undefined || goesOnAfterFailure(step) || step.within !== undefined || isUndo(step);
    const record = isHandled ? 'dead_letter' : flow.onError.record;
    const systemOf = ({ target }: ActionStep): string =>
      session.openTarget({ ...target, matchOn: [...target.matchOn] }).system;
    const stages = [refuseForeignIds(flow, step, source.contextOf, systemOf), ...step.plan.stages];
    // Later runs have few items, of which most fields say nothing; what was given to one run may lack any.
    const fields = (run.isNew || run.fullResync) && !isUndo(step) ? step.plan.fields : undefined;
    const onError = { record, abortAbovePercent: undefined };
    const plan = { ...step.plan, fields, stages, readKey: source.readKey, onError };
    const limits = work.toLimits(opened);
    // What is in doubt is found out whatever is closed, and nothing else begins then.
    const untilMs = resolvesOnly === true ? Infinity : (work.windows?.untilChangeMs(step.id) ?? Infinity);
    const result = await runHalf(
      deps,
      work,
      plan,
      { ...limits, timeBoxMs: Math.min(limits.timeBoxMs, Math.max(Math.min(restMs, untilMs), 1)) },
      {
        source,
        target: asTargetOf(step, opened, outcomes),
        store: moveAlong(store, alongside, {
          address,
          flow,
          environment: work.environment,
          step,
          siblings: listSiblings(flow, step),
          source,
          outcomes,
          onMoved: work.onMoved,
          carried: work.carried,
          nameInDoubt: (deadLetters) => nameInDoubt(deps.database, address, deadLetters),
          onEnd: (counters) => {
            ended = counters;
          },
          // What a gate is closed for is opened behind the step.
          finishWith: () => (ends() && !run.isGated ? work.finishWith : undefined),
          sealer,
          scrub: session.createScrub(),
        }),
        searched: [],
      },
      { resolvesOnly },
    );
    return { ...result, ended };
  });
}

/** Other steps that write to the same object of the same connection. */
function listSiblings(flow: Flow, { id, connectionId, target }: ActionStep): string[] {
  return listActions(flow)
    .filter(
      (step) => step.id !== id && step.connectionId === connectionId && objectOf(step.target) === objectOf(target),
    )
    .map((step) => step.id);
}

/** Whose records a step changes. */
function objectOf({ object, about }: ActionStep['target']): string {
  return about?.object ?? object;
}

export function runHalf(
  { clock, meter }: ActivityDeps,
  { signals, onWait }: FlowWork,
  plan: Parameters<typeof runSegment>[0],
  limits: SegmentLimits,
  ports: Omit<SegmentPorts, 'clock'>,
  options: Pick<SegmentOptions, 'onRemoval' | 'onRepeats' | 'resolvesOnly'> = {},
): Promise<SegmentResult> {
  const store = observeStore(meter, ports.store);
  return runSegment(plan, { ...ports, store, clock }, limits, signals, { ...options, onWait });
}
