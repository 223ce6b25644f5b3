import type { ConnectorSession } from '../connectors/drivers/shared/session.ts';
import type { Counters } from '../core/pure/counters.ts';
import type { Parked } from '../core/pure/run-messages.ts';
import type { RecordSource, RecordTarget, WriteOperation } from '../core/records.ts';
import type { Scrub } from '../core/telemetry/scrub.ts';
import { createEnrichStage } from '../engine/stages/enrich.ts';
import type { Searched } from '../engine/stages/enrich-records.ts';
import { findStage, type Stage } from '../engine/stages/stage.ts';
import type { Plan } from '../engine/plan.ts';
import { runSegment } from '../engine/segment/run-segment.ts';
import type { SegmentLimits, SegmentResult, SegmentSignals, SegmentWait } from '../engine/segment/segment.ts';
import { withTenantPipelined } from '../drizzle/index.ts';
import { createSealer, type Sealer } from '../vault/index.ts';
import type { ActivityDeps } from './deps.ts';
import { CallIncidents } from '../sessions/call-incidents.ts';
import { collectFindings } from './collect-findings.ts';
import { createDeadLetterSource, type DeadLetterSource } from './load/dead-letter-source.ts';
import { isFlowRun, type LoadedRun, type MappedRun, type RunAddress } from './load/load-run.ts';
import { toEnvironment } from './load/compile-run.ts';
import { selectMarked } from './gates/gate-statements.ts';
import { noteGates } from './gates/note-gates.ts';
import { type ClosedGate, openWindows, type Windows } from './gates/open-windows.ts';
import { createCarriedItems } from './items/moving/carried.ts';
import { resolveMarked, workOnFlow } from './items/work-on-flow.ts';
import { listActions } from './items/move-on.ts';
import { logStore } from './store/log-store.ts';
import { observeStore } from './store/observe-store.ts';
import { createSegmentStore, type Finishing } from './store/segment-store.ts';
import type { TargetTimes } from './run-limits.ts';
import { openScripts } from './run-scripts.ts';
import { useSearches } from './run-searches.ts';
import { traceSegment } from './trace-run.ts';
import { writeRunLog } from './write-run-log.ts';

export interface Work {
  address: RunAddress;
  run: LoadedRun;
  signals: SegmentSignals;
  toLimits: (target: TargetTimes) => SegmentLimits;
  onProgress?: (counters: Counters) => void;
  onWait?: (wait: SegmentWait) => void;
  finishWith?: Finishing;
}

/** Opens both ends of a run and runs one segment between them. @throws what `runSegment` throws. */
export async function workOnRun(deps: ActivityDeps, work: Work): Promise<SegmentResult | Parked> {
  const incidents = new CallIncidents(deps.clock);
  try {
    return await incidents.collect(() => traceSegment(deps, work.address, () => openAndRun(deps, work)));
  } finally {
    for (const entry of incidents.toEntries()) await writeRunLog(deps, work.address, entry);
  }
}

async function openAndRun(deps: ActivityDeps, work: Work): Promise<SegmentResult | Parked> {
  const { address, run } = work;
  const tables = await deps.lookups.get(address.orgId, run.lookups);
  const windows = await openWindows(deps, address.orgId, run.definition);
  const closed = windows?.findClosed();
  if (windows !== undefined)
    await noteGates(deps, address, closed?.run === undefined ? (closed?.gates ?? []) : [closed.run]);
  if (isFlowRun(run)) {
    const environment = toEnvironment(run, tables);
    const flow = deps.plans.getFlow(address, run, environment);
    const carried = createCarriedItems();
    const flowWork = { ...work, run, flow, environment, sealer: onceSealer(deps, address), windows, carried };
    if (closed?.run === undefined) return workOnFlow(deps, flowWork).finally(() => carried.close());
    return (
      (await resolveMarked(
        deps,
        flowWork,
        listActions(flow).map(({ id }) => id),
      )) ?? standBefore(closed.run, run.counters, closed.now)
    );
  }
  const plan = deps.plans.get(address, run, tables);
  if (closed?.run === undefined) return mapRecords(deps, withinWindow({ ...work, run }, windows), plan);
  const { stream, step } = plan;
  const marked = await withTenantPipelined(deps.database, address.orgId, (tx) =>
    selectMarked(tx, { ...address, stream }, [step]),
  );
  if (marked.length > 0) {
    const resolved = await mapRecords(deps, { ...work, run, resolvesOnly: true }, plan);
    if (resolved.status !== 'more') return resolved;
  }
  return standBefore(closed.run, run.counters, closed.now);
}

/** A closed window is looked at again after this: its calendar may be another one by then. */
const lookAgainMs = 5 * 60_000;

/** What a run does whose window is closed: nothing, and it keeps its turn. */
function standBefore({ opensAt = Infinity }: ClosedGate, counters: Counters, now: number): SegmentResult {
  return { status: 'waiting', counters, retryAfterMs: Math.max(1000, Math.min(opensAt - now, lookAgainMs)) };
}

/** A segment does not go on into the time in which its window is closed. */
function withinWindow(work: MappedWork, windows: Windows | undefined): MappedWork {
  if (windows === undefined) return work;
  const { toLimits } = work;
  return {
    ...work,
    toLimits: (target) => {
      const limits = toLimits(target);
      return { ...limits, timeBoxMs: Math.min(limits.timeBoxMs, Math.max(windows.untilChangeMs(), 1)) };
    },
  };
}

type MappedWork = Work & { run: MappedRun; resolvesOnly?: boolean };

function mapRecords(deps: ActivityDeps, work: MappedWork, compiled: Plan): Promise<SegmentResult> {
  const { address, run } = work;
  const plan = toPlan(compiled, run);
  if (run.deadLetters !== undefined) {
    const source = createDeadLetterSource(deps, address, run.deadLetters, plan);
    return writeFrom(deps, work, { ...plan, onError: triesAll }, { source, writeAlong: source.settle });
  }
  const { object, options = {} } = run.definition.source;
  return deps.sessions.use(address.orgId, run.source, (session) =>
    writeFrom(deps, work, plan, {
      source: session.openSource({ object, options, where: plan.where }),
      createScrub: session.createScrub,
    }),
  );
}

/** A run of a part of the source says nothing of what is missing there. */
function toPlan(compiled: Plan, { since, deadLetters, maxDeletes: approved }: LoadedRun): Plan {
  // What waits for others are records of the source.
  if (deadLetters !== undefined) {
    const stages = compiled.stages.map(referToNothing);
    return { ...compiled, stages, removal: undefined, holdsRepeats: undefined, fields: [] };
  }
  if (since !== undefined) return { ...compiled, reading: { since }, removal: undefined };
  const { removal } = compiled;
  if (removal === undefined || approved === undefined) return compiled;
  return { ...compiled, removal: { ...removal, guard: { ...removal.guard, approved } } };
}

function referToNothing(stage: Stage): Stage {
  if (stage.kind !== 'enrich') return stage;
  return createEnrichStage(stage.enrichments.map((enrichment) => ({ ...enrichment, refersToTarget: false })));
}

/** Records that failed before fail often: the integration's policy is about what its source gives. */
const triesAll: Plan['onError'] = { record: 'dead_letter', abortAbovePercent: undefined };

/** What a run reads. */
interface OpenedSource {
  source: RecordSource;
  writeAlong?: DeadLetterSource['settle'];
  /** Of the source's connection. Default: nothing is blanked. */
  createScrub?: () => Scrub;
}

function writeFrom(
  deps: ActivityDeps,
  { address, run, signals, toLimits, onProgress, onWait, finishWith, resolvesOnly }: MappedWork,
  plan: Plan,
  { source, writeAlong, createScrub = () => (text) => text }: OpenedSource,
): Promise<SegmentResult> {
  const { target } = run.definition;
  const enrichments = findStage(plan, 'enrich')?.enrichments ?? [];
  const known = enrichments.length === 0 ? [] : deps.searches.get(address.runId, enrichments.length);
  const write = async (session: ConnectorSession, searched: readonly Searched[]): Promise<SegmentResult> => {
    const scripts = findStage(plan, 'script') === undefined ? undefined : openScripts(deps, address);
    const { object, match_on: matchOn = [], options = {} } = target;
    const open = (operation: WriteOperation, byId = false): RecordTarget =>
      session.openTarget({ object, operation, matchOn, byId, options });
    const stored = createSegmentStore(
      { ...address, stream: plan.stream, step: plan.step },
      {
        database: deps.database,
        opener: deps.opener,
        createScrub: () => {
          const [ofSource, ofTarget] = [createScrub(), session.createScrub()];
          return (text) => ofSource(ofTarget(text));
        },
        holder: deps.holder,
        sealer: onceSealer(deps, address),
        finishWith,
        writeAlong,
      },
    );
    const ports = {
      source,
      scripts: scripts?.executor,
      target: open(target.operation),
      removals: plan.removal && open(plan.removal.operation, plan.removal.byId),
      store: observeStore(deps.meter, logStore(deps.log, address, stored)),
      searched,
      clock: deps.clock,
    };
    const { toEntries, ...findings } = collectFindings();
    try {
      const limits = toLimits(longestOf(ports.target, ports.removals ?? ports.target));
      const result = await runSegment(plan, ports, limits, signals, {
        onProgress,
        onWait,
        ...findings,
        resolvesOnly,
      });
      for (const entry of toEntries()) await writeRunLog(deps, address, entry);
      if (result.status === 'done' || result.status === 'canceled') deps.searches.forget(address.runId);
      return result;
    } finally {
      await scripts?.writeConsole(deps);
    }
  };
  const { orgId } = address;
  return deps.sessions.use(orgId, run.target, (session) =>
    useSearches(deps.sessions, { orgId, run, plan, known }, (searched) => write(session, searched)),
  );
}

/** A lease is for both of a run's targets. */
function longestOf(a: TargetTimes, b: TargetTimes): TargetTimes {
  return {
    requestTimeoutMs: Math.max(a.requestTimeoutMs, b.requestTimeoutMs),
    writeTimeoutMs: Math.max(a.writeTimeoutMs, b.writeTimeoutMs),
  };
}

/** Makes the segment's data key when something has to be sealed: most segments seal nothing. */
function onceSealer(
  { publicKeys }: Pick<ActivityDeps, 'publicKeys'>,
  { orgId, integrationId }: RunAddress,
): () => Promise<Sealer> {
  let sealer: Promise<Sealer> | undefined;
  return () => (sealer ??= createSealer(publicKeys, { purpose: 'record', orgId, integrationId }));
}
