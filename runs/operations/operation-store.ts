import type { JsonObject } from '../../core/json.ts';
import { noCounters } from '../../core/pure/counters.ts';
import type { OperationOutcome } from '../../core/enums.ts';
import type { Scrub } from '../../core/telemetry/scrub.ts';
import { type Database, type Pipeline, withTenantPipelined } from '../../drizzle/index.ts';
import { toEffectId } from '../../engine/hash.ts';
import type { Plan } from '../../engine/plan.ts';
import { type Checkpoint, LeaseLostError, type PendingEffect, type SegmentStore } from '../../engine/ports.ts';
import type { OperationAddress } from './load-operation.ts';
import {
  endOperation,
  markOperation,
  type OperationEnd,
  releaseLease,
  renewLease,
  selectMark,
  takeLease,
  unmarkOperation,
} from './operation-statements.ts';

/** The write that the operation is, as the engine names it. */
export interface OperationWrite {
  plan: Plan;
  body: JsonObject;
  targetId: string | undefined;
  /** What the target answered to the write, where it did. */
  outcome(): OperationOutcome | undefined;
}

export interface OperationStore extends SegmentStore {
  /** Of the last lease that was taken. */
  readonly epoch: () => number | undefined;
}

/** An operation writes one record once: its sequence is the first, and no row of a ledger knows anything of it. */
const effectSeq = 1;

/**
 * The engine's durable state for a single operation: a ledger of one row, which is the operation itself. Lease, mark and
 * outcome are its columns, so what holds for the records of a run holds for it.
 */
export function createOperationStore(
  address: OperationAddress,
  write: OperationWrite,
  { database, createScrub }: { database: Database; createScrub: () => Scrub },
): OperationStore {
  const inTenant = <T>(work: (tx: Pipeline) => PromiseLike<T>): Promise<T> =>
    withTenantPipelined(database, address.orgId, work);
  const held = async (work: (tx: Pipeline) => PromiseLike<readonly unknown[]>): Promise<void> => {
    if ((await inTenant(work)).length === 0) throw new LeaseLostError();
  };
  let epochTaken: number | undefined;
  let isEnded = false;

  const acquire: SegmentStore['acquire'] = async (leaseMs) => {
    const [[lease], marks] = await inTenant((tx) =>
      Promise.all([takeLease(tx, address, leaseMs), selectMark(tx, address)]),
    );
    if (lease === undefined) throw new Error('The operation is gone.');
    const { taken, ended, epoch } = lease;
    if (!taken && !ended) return { status: 'busy', retryAfterMs: Math.max(lease.rest_ms, 1) };
    if (taken) epochTaken = epoch;
    return {
      status: 'acquired',
      epoch,
      pageSeq: 0,
      cursor: null,
      watermark: null,
      finished: ended,
      pageInDoubt: lease.in_doubt,
      counters: { ...noCounters },
      cancelRequested: false,
      hasPending: marks.length > 0,
      hasWaiting: false,
    };
  };

  return {
    epoch: () => epochTaken,
    acquire,
    renew: async (epoch, leaseMs) => {
      if (!isEnded) await held((tx) => renewLease(tx, address, { epoch, leaseMs }));
      return { cancelRequested: false };
    },
    release: async (epoch, inDoubt) => {
      await inTenant((tx) => releaseLease(tx, address, { epoch, inDoubt }));
    },
    diff: () => Promise.resolve(isEnded ? [] : [toDiffRow(write)]),
    mark: (epoch, _pageSeq, [mark]) =>
      held((tx) => markOperation(tx, address, { epoch, fingerprint: mark?.fingerprint ?? '' })),
    pending: async () => {
      const marks = await inTenant((tx) => selectMark(tx, address));
      return marks.map(({ fingerprint, age_ms: ageMs }) => toPending(write, fingerprint, ageMs));
    },
    checkpoint: async (epoch, _pageSeq, change) => {
      const end = isEnded ? undefined : findEnd(change, write, createScrub);
      if (end !== undefined) await held((tx) => endOperation(tx, address, epoch, end));
      else if (!isEnded && change.unmarked.length > 0) await held((tx) => unmarkOperation(tx, address, epoch));
      isEnded ||= end !== undefined;
      return { cancelRequested: false };
    },
    ...nothingElse,
  };
}

/** Nobody else owns records of an operation, and nothing is grouped, waits or vanishes. */
const nothingElse = {
  owners: () => Promise.resolve(new Map<string, string>()),
  groups: () => Promise.resolve(new Map()),
  groupsAfter: () => Promise.resolve([]),
  waitingAfter: () => Promise.resolve([]),
  missingAfter: () => Promise.resolve([]),
  judgeAfter: () => Promise.reject(new Error('An operation removes nothing that vanished.')),
} satisfies Partial<SegmentStore>;

function toDiffRow({ targetId }: OperationWrite): Awaited<ReturnType<SegmentStore['diff']>>[number] {
  return {
    index: 0,
    known: targetId !== undefined,
    sameHash: false,
    targetId,
    effectSeq: effectSeq - 1,
    settledHere: false,
    unresolved: false,
    deactivated: false,
  };
}

function toPending({ plan, body, targetId }: OperationWrite, fingerprint: string, ageMs: number): PendingEffect {
  const sourceKey = plan.namespace;
  return {
    sourceKey,
    effectSeq,
    effectId: toEffectId(plan, sourceKey, effectSeq),
    fingerprint,
    operation: plan.operation,
    targetId: plan.readTargetId(body) ?? targetId,
    hash: '',
    body,
    ageMs,
    ownRun: true,
    known: targetId !== undefined,
  };
}

/** What a checkpoint says has become of the operation; `undefined` while that is open. */
function findEnd(
  { deadLetters: [refused], settled: [settled] }: Checkpoint,
  { plan, outcome, targetId }: OperationWrite,
  createScrub: () => Scrub,
): OperationEnd | undefined {
  if (refused !== undefined) {
    const { code, message, field } = refused;
    const status = code === 'in_doubt' ? 'unknown' : 'failed';
    return { status, error: { code, message: createScrub()(message), ...(field === undefined ? {} : { field }) } };
  }
  if (settled === undefined) return undefined;
  // Found out afterwards: what was looked up was written, and a record that is there was created.
  const known = outcome() ?? (plan.operation === 'create' ? 'created' : 'written');
  return { status: 'succeeded', outcome: known, targetId: settled.targetId ?? targetId };
}
