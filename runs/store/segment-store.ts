import { systemClock } from '../../core/clock.ts';
import type { Counters } from '../../core/pure/counters.ts';
import {
  codeOf,
  type Database,
  inOrder,
  isUnavailable,
  type Pipeline,
  withTenantPipelined,
} from '../../drizzle/index.ts';
import {
  type Acquired,
  type Checkpoint,
  LeaseLostError,
  type PendingEffect,
  type SegmentStore,
} from '../../engine/ports.ts';
import type { Scrub } from '../../core/telemetry/scrub.ts';
import type { Opener, Sealer } from '../../vault/index.ts';
import type { EndedRun } from '../observe-run.ts';
import { readGroupsFrom } from './group-statements.ts';
import { markPage, type PageMarkSqlRow, selectPageMarks, unmarkPage } from './page-mark-statements.ts';
import {
  compareRows,
  findOwners,
  findSwitchedOff,
  type PendingSqlRow,
  releaseLease,
  renewLease,
  selectPending,
  toDiffRow,
} from './segment-queries.ts';
import {
  countInRun,
  disownRows,
  explainNoLease,
  fence,
  insertDeadLetters,
  invalidateRows,
  markRows,
  moveStream,
  nameFingerprints,
  noteRepeats,
  requireTaken,
  settleRows,
  type StreamAddress,
  takeLease,
  toAcquired,
  unmarkRows,
} from './segment-statements.ts';
import { noteFindings } from './finding-statements.ts';
import { keepRecords, readWaitingFrom, sealKept } from './waiting-statements.ts';
import { forgetRemoved, judgeRows, readMissingFrom, storeSeen } from './removal-statements.ts';

export interface SegmentStoreDeps {
  database: Database;
  /** Seals bodies and dead letters of this integration; made when first needed. */
  sealer: () => Promise<Sealer>;
  opener: Opener;
  /** Makes what blanks the secrets of the run's connections out of what is kept of failed records to be shown. */
  createScrub: () => Scrub;
  /** This process, as the lease of a stream names it; `undefined` where it is unidentified. */
  holder?: string | undefined;
  /** The revision that the segment works on: where the run is on another one by then, it has no lease. Default: any. */
  revision?: number | undefined;
  /** What vanished is known by its source key: rows without a target id can be removed as well. */
  removesByKey?: true | undefined;
  /** Finishes the run in the transaction of the checkpoint that finishes its reading. */
  finishWith?: Finishing | undefined;
  asking?: Asking | undefined;
  /** Takes the locks that what a checkpoint writes along needs before its own. */
  lockAlong?: ((tx: Pipeline) => PromiseLike<unknown> | undefined) | undefined;
  /** What else a checkpoint writes down, such as what became of the dead letters that the run reads instead of its source. */
  writeAlong?: ((tx: Pipeline, change: Checkpoint) => PromiseLike<unknown>) | undefined;
}

/** What goes along whenever the lease is asked for, whether that is to be had or not. */
export interface Asking {
  before(tx: Pipeline): PromiseLike<unknown> | undefined;
  behind(tx: Pipeline): PromiseLike<unknown>;
  /** It is done. */
  onAsked(): void;
}

export interface Finishing {
  /** Takes the locks that must come before those of the checkpoint. */
  lock(tx: Pipeline): PromiseLike<unknown>;
  /** @param last What the page that ends the run adds to its counters; absent where they have it. */
  finish(tx: Pipeline, last?: Counters): PromiseLike<EndedRun | undefined>;
}

/** How often releasing a lease is tried: for about as long as a restart of the database takes. */
const releaseTriesMax = 12;
const releaseAgainMs = 500;

/** SQLSTATE of `hub_fence`: the caller does not hold the lease any more. */
const leaseLost = 'HB001';

/** SQLSTATE `unique_violation`: rows that are settled have target records that other rows have still. */
const alreadyOwned = '23505';

/**
 * The engine's durable state over Postgres.
 *
 * Every change stands behind `hub_fence` in one transaction; statements of a transaction are sent together.
 */
export function createSegmentStore(address: StreamAddress, deps: SegmentStoreDeps): SegmentStore {
  const { orgId } = address;
  const inTenant = async <T>(work: (tx: Pipeline) => PromiseLike<T>): Promise<T> => {
    try {
      return await withTenantPipelined(deps.database, orgId, work);
    } catch (error) {
      if (codeOf(error) === leaseLost) throw new LeaseLostError();
      throw error;
    }
  };
  const marks = keepMarks(inTenant, address, deps);
  return {
    ...keepLease(inTenant, address, deps),

    diff: async (query) => {
      if (query.entries.length === 0) return [];
      const rows = await inTenant((tx) => compareRows(tx, address, query));
      return rows.map(toDiffRow);
    },

    owners: async (fingerprint, targets) => {
      const rows = await inTenant((tx) => findOwners(tx, address, fingerprint, targets));
      return new Map(rows.map(({ source_key: claimant, owner }) => [claimant, owner]));
    },

    ...marks.methods,

    ...readGroupsFrom(inTenant, address, deps.opener),
    ...readMissingFrom(inTenant, address, deps.removesByKey === true),
    ...readWaitingFrom(inTenant, address, deps.opener),

    checkpoint: async (epoch, pageSeq, change, leaseMs) => {
      const kept = (change.groups?.stored.length ?? 0) + (change.waiting?.stored.length ?? 0);
      const sealer = change.deadLetters.length + kept > 0 ? await deps.sealer() : undefined;
      const groups = sealer === undefined ? [] : sealKept(sealer, change);
      const isLast = change.advance?.finished === true;
      const finishing = isLast ? deps.finishWith : undefined;
      const count = (tx: Pipeline) => (finishing === undefined ? countInRun(tx, address, change) : undefined);
      const switchedOff = () => inTenant((tx) => findSwitchedOff(tx, address, change));
      const settle = (tx: Pipeline, settling: Checkpoint, takesOver: boolean) =>
        inOrder([
          change.settled.length > 0 ? nameFingerprints(tx, address, [change.fingerprint]) : undefined,
          takesOver ? disownRows(tx, address, settling) : undefined,
          change.settled.length > 0 ? settleRows(tx, address, pageSeq, settling) : undefined,
          change.unmarked.length > 0 ? unmarkRows(tx, address, change.unmarked) : undefined,
          marks.settle(tx, change),
          change.forgotten.length > 0 ? invalidateRows(tx, address, change.forgotten) : undefined,
          change.repeats === undefined ? undefined : noteRepeats(tx, address, pageSeq, change.repeats),
          change.seen === undefined ? undefined : storeSeen(tx, address, pageSeq, change.seen),
          change.judged === undefined
            ? undefined
            : judgeRows(tx, address, change.judged, {
                fingerprint: change.fingerprint,
                byKey: deps.removesByKey === true,
              }),
          change.removed === undefined ? undefined : forgetRemoved(tx, address, pageSeq, change),
          deps.writeAlong?.(tx, change),
          keepRecords(tx, address, change, groups),
        ]);
      // Sent in this order and together: when the fence fails, nothing behind it is carried out. Steps beside each other, and all who cancel
      // or answer, wait for the row of the run: it is locked behind the rest, but by the last page before what looks at its counters.
      const [, , first, , behind] = await takingOver(change, switchedOff, (settling, takesOver) =>
        inTenant((tx) =>
          inOrder([
            finishing?.lock(tx) ?? deps.lockAlong?.(tx),
            moveStream(tx, address, { epoch, pageSeq, leaseMs }, change.advance),
            isLast ? count(tx) : undefined,
            settle(tx, settling, takesOver),
            isLast ? undefined : count(tx),
            noteFindings(tx, address, change),
            sealer === undefined
              ? undefined
              : keepDeadLetters(tx, address, change, { sealer, createScrub: deps.createScrub }),
            finishing?.finish(tx, change.counters),
          ]),
        ),
      );
      marks.moveOn(change);
      return { cancelRequested: (first ?? behind)?.[0]?.cancel_requested ?? false };
    },
  };
}

/** Carries out statements where the lease of a stream is held still. @throws {LeaseLostError} and changes nothing. */
export async function withinLease<T>(
  database: Database,
  address: StreamAddress,
  { epoch, pageSeq }: { epoch: number; pageSeq: number },
  statements: (tx: Pipeline) => PromiseLike<T>,
): Promise<T> {
  try {
    return await withTenantPipelined(database, address.orgId, async (tx) => {
      const [, result] = await Promise.all([fence(tx, address, epoch, pageSeq), statements(tx)]);
      return result;
    });
  } catch (error) {
    if (codeOf(error) === leaseLost) throw new LeaseLostError();
    throw error;
  }
}

/**
 * Takes a lease, and carries out statements under it, in one transaction.
 *
 * @returns `undefined` where the lease is not to be had, or the run is canceled or has failed records; nothing is changed then.
 */
export async function takeWith<T>(
  database: Database,
  address: StreamAddress,
  asked: Parameters<typeof takeLease>[2],
  statements: (tx: Pipeline) => PromiseLike<T>,
): Promise<{ lease: Acquired; result: T } | undefined> {
  try {
    return await withTenantPipelined(database, address.orgId, async (tx) => {
      const [[taken], , result] = await Promise.all([
        takeLease(tx, address, asked),
        requireTaken(tx, address),
        statements(tx),
      ]);
      return taken && { lease: toAcquired(taken), result };
    });
  } catch (error) {
    if (codeOf(error) === leaseLost) return undefined;
    throw error;
  }
}

type InTenant = <T>(work: (tx: Pipeline) => PromiseLike<T>) => Promise<T>;

/** How the lease of a stream is acquired, renewed and released. */
function keepLease(
  inTenant: InTenant,
  address: StreamAddress,
  { holder, revision, asking }: Pick<SegmentStoreDeps, 'holder' | 'revision' | 'asking'>,
): Pick<SegmentStore, 'acquire' | 'renew' | 'release'> {
  return {
    acquire: async (leaseMs) => {
      for (;;) {
        const [, [taken]] = await inTenant((tx) =>
          Promise.all([asking?.before(tx), takeLease(tx, address, { leaseMs, holder, revision }), asking?.behind(tx)]),
        );
        asking?.onAsked();
        if (taken !== undefined) return toAcquired(taken);
        const { made, atWork, restMs } = await inTenant((tx) => explainNoLease(tx, address, revision));
        if (!atWork) throw new LeaseLostError();
        // A stream that is new, or was let go a moment ago, is there for the taking.
        if (!made && restMs > 0) return { status: 'busy', retryAfterMs: Math.ceil(restMs) + 1 };
      }
    },

    renew: async (epoch, leaseMs) => {
      const [row] = await inTenant((tx) => renewLease(tx, address, epoch, leaseMs));
      if (row?.held !== true) throw new LeaseLostError();
      return { cancelRequested: row.cancel_requested };
    },

    // A crash that forgets it leaves a lease to run out, so nobody waits for the disk.
    release: (epoch, pageInDoubt) =>
      insistently(() =>
        inTenant((tx) =>
          Promise.all([
            tx.sql`select set_config('synchronous_commit', 'off', true)`.execute(),
            releaseLease(tx, address, epoch, pageInDoubt),
          ]),
        ),
      ),
  };
}

function keepDeadLetters(
  tx: Pipeline,
  address: StreamAddress,
  { deadLetters }: Checkpoint,
  deps: { sealer: Sealer; createScrub: () => Scrub },
): PromiseLike<unknown> | undefined {
  if (deadLetters.length === 0) return undefined;
  return insertDeadLetters(tx, address, deadLetters, { sealer: deps.sealer, scrub: deps.createScrub() });
}

/** Keeps marks a record or a page at a time, and knows while those of a page may be there. */
function keepMarks(inTenant: InTenant, address: StreamAddress, deps: SegmentStoreDeps) {
  let pageIsMarked = false;
  const methods: Pick<SegmentStore, 'mark' | 'pending'> = {
    mark: async (epoch, pageSeq, marks, as) => {
      if (as === 'page') {
        pageIsMarked = true;
        await inTenant((tx) => Promise.all([fence(tx, address, epoch, pageSeq), markPage(tx, address, marks)]));
        return;
      }
      const sealer = await deps.sealer();
      const bodies = marks.map((mark) => sealer.seal(mark.body));
      const fingerprints = marks.map((mark) => mark.fingerprint);
      await inTenant((tx) =>
        Promise.all([
          fence(tx, address, epoch, pageSeq),
          nameFingerprints(tx, address, fingerprints),
          markRows(tx, address, marks, bodies),
        ]),
      );
    },

    pending: async (limit) => {
      pageIsMarked = true;
      const [rows, marks] = await inTenant((tx) =>
        Promise.all([selectPending(tx, address, limit), selectPageMarks(tx, address)]),
      );
      const pending = await Promise.all(rows.map((row) => toPending(row, address, deps.opener)));
      return [...pending, ...marks.map((row) => ({ ...toPendingMark(row), body: {} }))];
    },
  };
  return {
    methods,
    settle: (tx: Pipeline, change: Checkpoint) => (pageIsMarked ? unmarkPage(tx, address, change) : undefined),
    moveOn: ({ advance }: Checkpoint): void => {
      if (advance !== undefined) pageIsMarked = false;
    },
  };
}

/** Gives a lease back: a database that is away for a moment is what ends segments, and the next one would wait for it. */
async function insistently(release: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await release();
      return;
    } catch (error) {
      if (tries >= releaseTriesMax || !isUnavailable(error)) throw error;
      await systemClock.sleep(releaseAgainMs);
    }
  }
}

/**
 * Commits a checkpoint; where target records that it settles are other rows' still, again, taking them over. What is taken over switched
 * off counts as written with nothing that is known, so that the next reading writes it again, and switches it on.
 */
async function takingOver<T>(
  change: Checkpoint,
  listOff: () => Promise<readonly { source_key: string }[]>,
  commit: (change: Checkpoint, takesOver: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await commit(change, false);
  } catch (error) {
    if (codeOf(error) !== alreadyOwned || change.settled.length === 0) throw error;
    const off = new Set((await listOff()).map(({ source_key: key }) => key));
    const settled = change.settled.map((row) =>
      off.has(row.sourceKey) ? { ...row, hash: '', deactivated: true } : row,
    );
    return commit({ ...change, settled }, true);
  }
}

async function toPending(row: PendingSqlRow, address: StreamAddress, opener: Opener): Promise<PendingEffect> {
  const { orgId, integrationId } = address;
  return {
    ...toPendingMark(row),
    body: await opener.open({ purpose: 'record', orgId, integrationId }, row.body),
  };
}

function toPendingMark(row: PageMarkSqlRow): Omit<PendingEffect, 'body'> {
  return {
    sourceKey: row.source_key,
    fingerprint: row.fingerprint,
    targetId: row.target_id ?? undefined,
    effectSeq: row.effect_seq,
    effectId: row.effect_id,
    operation: row.operation,
    known: row.known,
    hash: row.hash,
    ownRun: row.own_run,
    ageMs: row.age_ms,
  };
}
