import type { JsonObject } from '../../core/json.ts';
import type { Counters } from '../../core/pure/counters.ts';
import { noCounters } from '../../core/pure/counters.ts';
import type { Scrub } from '../../core/telemetry/scrub.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import { onlyStep } from '../../engine/definition.ts';
import type { SegmentStore } from '../../engine/ports.ts';
import type { RunEnvironment } from '../../engine/run-environment.ts';
import type { SegmentLimits, SegmentResult, SegmentSignals, SegmentWait } from '../../engine/segment/segment.ts';
import type { Flow } from '../../flow/index.ts';
import type { Sealer } from '../../vault/index.ts';
import type { ActivityDeps } from '../deps.ts';
import type { FlowRun, RunAddress } from '../load/load-run.ts';
import type { TargetTimes } from '../run-limits.ts';
import { createSegmentStore, withinLease } from '../store/segment-store.ts';
import { renewLease } from '../store/segment-queries.ts';
import type { StreamAddress } from '../store/segment-statements.ts';
import type { Alongside } from './checkpoint-items.ts';
import type { Windows } from '../gates/open-windows.ts';
import { itemTarget } from './item-target.ts';
import { createAddressOf } from './waits/read-callbacks.ts';
import type { ItemReader } from './read-items.ts';

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
  /** What conditions read of connections and integrations: the same for the whole segment. */
  states?: JsonObject | undefined;
  /** Windows of its steps; absent where it has none. */
  windows?: Windows | undefined;
}

/** What pure steps say of a record quotes no system. */
export const keepText: Scrub = (text) => text;

/** Statements in a transaction that is taken back where another worker has moved items on since. */
export type InTenant = <T>(statements: (tx: Pipeline) => PromiseLike<T>) => Promise<T>;

export interface Leased {
  address: StreamAddress;
  counters: Counters;
  /** Keeps the lease, in a transaction that is sent anyway. */
  renew: (tx: Pipeline) => PromiseLike<unknown>;
}

/** Works on items under the lease that all of them are moved under. */
export async function underLease<T>(
  deps: ActivityDeps,
  work: FlowWork,
  act: (leased: Leased, inTenant: InTenant) => Promise<T>,
): Promise<SegmentResult | T> {
  const address: StreamAddress = { ...work.address, stream: work.flow.source.stream, step: onlyStep };
  const store = openStore(deps, work, address);
  const { leaseMs } = work.toLimits(itemTarget);
  const lease = await store.acquire(leaseMs);
  if (lease.status === 'busy') {
    work.onWait?.({ reason: 'lease', ms: lease.retryAfterMs });
    return { status: 'waiting', counters: noCounters, retryAfterMs: lease.retryAfterMs };
  }
  const { epoch, pageSeq, counters } = lease;
  try {
    if (lease.cancelRequested) return { status: 'canceled', counters };
    const renew: Leased['renew'] = (tx) => renewLease(tx, address, epoch, leaseMs);
    return await act({ address, counters, renew }, (statements) =>
      withinLease(deps.database, address, { epoch, pageSeq }, statements),
    );
  } finally {
    await store.release(epoch, false);
  }
}

export function toReader(deps: ActivityDeps, { address, run, flow, states }: FlowWork): ItemReader {
  const { database, opener } = deps;
  return { database, opener, address, run, flow, states, addressOf: createAddressOf(deps) };
}

export function nothingAlong(): Alongside {
  return { statements: () => Promise.resolve() };
}

export function openStore(
  deps: ActivityDeps,
  { sealer, run }: FlowWork,
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
    revision: run.revision,
    removesByKey,
    sealer,
    writeAlong: (tx) => alongside.statements(tx),
  });
}
