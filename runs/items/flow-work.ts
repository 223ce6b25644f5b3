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
import {
  createSegmentStore,
  type Finishing,
  type SegmentStoreDeps,
  takeWith,
  withinLease,
} from '../store/segment-store.ts';
import { releaseLease, renewLease } from '../store/segment-queries.ts';
import { fence, type StreamAddress } from '../store/segment-statements.ts';
import type { Windows } from '../gates/open-windows.ts';
import type { ItemSource } from './item-source.ts';
import { itemTarget } from './item-target.ts';
import type { CarriedItems } from './moving/carried.ts';
import { restartBusyStep } from './stream-statements.ts';
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
  /** Finishes the run in the transaction that leaves nothing of it to do. */
  finishWith?: Finishing | undefined;
  /** Told how many items of a page have gone on to which steps, while there are more pages. */
  onMoved?: ((steps: ReadonlyMap<string, number>) => void) | undefined;
  /** What items carry that have just come to a step. */
  carried: CarriedItems;
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
  /**
   * Leaves the lease to the caller, to be given back.
   *
   * @param pending What is still to be carried out under it.
   */
  keep: (pending?: (tx: Pipeline) => PromiseLike<unknown>) => KeptLease;
}

/** A lease that can be given back along with what is asked next, which takes no round trip. */
export interface KeptLease {
  along: (tx: Pipeline) => PromiseLike<unknown>;
  /** It is given back. */
  isOver: boolean;
  /** Resolves when it is given back, and does not tell of failures. */
  whenOver: Promise<void>;
  /** That is over. */
  end: () => void;
  /** Gives it back, unless that is over. */
  release: () => Promise<unknown>;
}

/** Of the stream that items are moved under the lease of. */
export function toReadingAddress({ address, flow }: Pick<FlowWork, 'address' | 'flow'>): StreamAddress {
  return { ...address, stream: flow.source.stream, step: onlyStep };
}

/**
 * Works on items under the lease that all of them are moved under.
 *
 * @param first Is asked along with the lease, if the lease is to be had and nothing of the run has failed.
 */
export async function underLease<T, First = never>(
  deps: ActivityDeps,
  work: FlowWork,
  act: (leased: Leased, inTenant: InTenant, first?: First) => Promise<T>,
  first?: (tx: Pipeline) => PromiseLike<First>,
): Promise<SegmentResult | T> {
  const address = toReadingAddress(work);
  const store = openStore(deps, work, address);
  const { leaseMs } = work.toLimits(itemTarget);
  const asked = { leaseMs, holder: deps.holder, revision: work.run.revision };
  const taken = first && (await takeWith(deps.database, address, asked, first));
  const lease = taken?.lease ?? (await store.acquire(leaseMs));
  if (lease.status === 'busy') {
    work.onWait?.({ reason: 'lease', ms: lease.retryAfterMs });
    return { status: 'waiting', counters: noCounters, retryAfterMs: lease.retryAfterMs };
  }
  const { epoch, pageSeq, counters } = lease;
  const inTenant: InTenant = (statements) => withinLease(deps.database, address, { epoch, pageSeq }, statements);
  let isKept = false;
  const keep: Leased['keep'] = (pending) => {
    isKept = true;
    let left = pending;
    const { promise: whenOver, resolve } = Promise.withResolvers<void>();
    const kept: KeptLease = {
      whenOver,
      end: () => {
        kept.isOver = true;
        resolve();
      },
      along: (tx) => {
        // Should the answer be lost, nobody knows whether the lease is still held.
        left = undefined;
        return Promise.all([
          fence(tx, address, epoch, pageSeq),
          pending?.(tx),
          releaseLease(tx, address, epoch, false),
        ]);
      },
      isOver: false,
      release: async () => {
        if (kept.isOver) return;
        try {
          if (left !== undefined) await inTenant(left);
        } finally {
          kept.end();
          await store.release(epoch, false);
        }
      },
    };
    return kept;
  };
  try {
    if (lease.cancelRequested) return { status: 'canceled', counters };
    const renew: Leased['renew'] = (tx) => renewLease(tx, address, epoch, leaseMs);
    return await act({ address, counters, renew, keep }, inTenant, taken?.result);
  } finally {
    if (!isKept) await store.release(epoch, false);
  }
}

export function toReader(deps: ActivityDeps, { address, run, flow, states }: FlowWork): ItemReader {
  const { database, opener } = deps;
  return { database, opener, address, run, flow, states, addressOf: createAddressOf(deps) };
}

/** Statements that a checkpoint of a segment carries out as well, in its transaction. */
export interface Alongside {
  statements: (tx: Pipeline) => PromiseLike<unknown>;
  /** Takes the locks that these need before those of the checkpoint. */
  lock?: ((tx: Pipeline) => PromiseLike<unknown>) | undefined;
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
    ...more
  }: { alongside?: Alongside; scrub?: () => Scrub } & Pick<SegmentStoreDeps, 'asking' | 'removesByKey'> = {},
): SegmentStore {
  return createSegmentStore(address, {
    database: deps.database,
    opener: deps.opener,
    createScrub: scrub,
    holder: deps.holder,
    revision: run.revision,
    ...more,
    sealer,
    lockAlong: (tx) => alongside.lock?.(tx),
    writeAlong: (tx) => alongside.statements(tx),
  });
}

/**
 * Opens the store of a step. Its lease is taken in one transaction with giving back the other one, and reading the first items;
 * where the step is carried out beside others, more items may have come since its stream ended.
 */
export function openStepStore(
  deps: ActivityDeps,
  work: FlowWork,
  address: StreamAddress,
  {
    kept,
    source,
    ...more
  }: { kept: KeptLease | undefined; source: ItemSource; alongside: Alongside; scrub: () => Scrub },
): SegmentStore {
  const store = openStore(deps, work, address, {
    ...more,
    asking: {
      before: (tx) =>
        kept?.isOver === false
          ? kept.along(tx)
          : work.onMoved && restartBusyStep(tx, address, [address.step], undefined),
      behind: (tx) => source.readAhead(tx),
      onAsked: () => {
        kept?.end();
      },
    },
  });
  return {
    ...store,
    acquire: async (leaseMs) => {
      const answer = await store.acquire(leaseMs);
      // Resolving what is in doubt moves items.
      if (answer.status === 'busy' || answer.hasPending) source.forgetAhead();
      return answer;
    },
  };
}
