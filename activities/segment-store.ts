import { codeOf, type Database, type Transaction, withTenant } from '../drizzle/index.ts';
import { LeaseLostError, type PendingEffect, type SegmentStore } from '../engine/ports.ts';
import type { Opener, Sealer } from '../vault/index.ts';
import {
  acquireStream,
  countInRun,
  fence,
  insertDeadLetters,
  invalidateRows,
  markRows,
  moveStream,
  settleRows,
  type StreamAddress,
  unmarkRows,
} from './segment-statements.ts';

export interface SegmentStoreDeps {
  database: Database;
  /** Seals bodies and dead letters of this integration; made when first needed. */
  sealer: () => Promise<Sealer>;
  opener: Opener;
  /** Finishes the run in the transaction of the checkpoint that finishes its reading. */
  finishWith?: Finishing | undefined;
}

export interface Finishing {
  /** Takes the locks that must come before those of the checkpoint. */
  lock(tx: Transaction): PromiseLike<unknown>;
  finish(tx: Transaction): PromiseLike<unknown>;
}

/** SQLSTATE of `hub_fence`: the caller does not hold the lease any more. */
const leaseLost = 'HB001';

/**
 * The engine's durable state over Postgres.
 *
 * Every change stands behind `hub_fence` in one transaction; statements of a transaction are sent together.
 */
export function createSegmentStore(address: StreamAddress, deps: SegmentStoreDeps): SegmentStore {
  const { orgId, integrationId, runId, stream } = address;
  const inTenant = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    try {
      return await withTenant(deps.database, orgId, work);
    } catch (error) {
      if (codeOf(error) === leaseLost) throw new LeaseLostError();
      throw error;
    }
  };
  return {
    acquire: (leaseMs) => inTenant((tx) => acquireStream(tx, address, leaseMs)),

    renew: async (epoch, leaseMs) => {
      const [row] = await inTenant(
        ({ sql }) => sql<{ held: boolean; cancel_requested: boolean }[]>`
          with lease as (
            update streams set lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
            where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and epoch = ${epoch}
            returning 1
          )
          select exists (select 1 from lease) as held, cancel_requested_at is not null as cancel_requested
          from runs where org_id = ${orgId} and id = ${runId}`,
      );
      if (row?.held !== true) throw new LeaseLostError();
      return { cancelRequested: row.cancel_requested };
    },

    release: async (epoch, pageInDoubt) => {
      await inTenant(
        ({ sql }) => sql`
          update streams set lease_until = null, page_in_doubt = page_in_doubt or ${pageInDoubt}
          where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and epoch = ${epoch}`,
      );
    },

    diff: async ({ fingerprint, pageSeq, ignoreHashes, entries }) => {
      if (entries.length === 0) return [];
      const rows = await inTenant(
        ({ sql }) => sql<DiffSqlRow[]>`
          select entry.position::int - 1 as index,
            coalesce(known.hash is not null and known.fingerprint = ${fingerprint}, false) as known,
            coalesce(known.hash = entry.hash and known.fingerprint = ${fingerprint}, false) as same_hash,
            case when known.fingerprint = ${fingerprint} then known.target_id end as target_id,
            coalesce(known.effect_seq, 0) as effect_seq,
            coalesce(known.run_id = ${runId} and known.page_seq = ${pageSeq}
              and known.hash = entry.hash and known.fingerprint = ${fingerprint}, false) as settled_here,
            coalesce(known.unresolved and known.fingerprint = ${fingerprint}, false) as unresolved
          from unnest(${entries.map((entry) => entry.sourceKey)}::text[], ${entries.map((entry) => entry.hash)}::text[])
            with ordinality as entry (source_key, hash, position)
          left join lateral (
            -- One index probe a record, whatever the planner thinks of the table's size.
            select * from ledger where org_id = ${orgId} and integration_id = ${integrationId}
              and stream = ${stream} and source_key = entry.source_key limit 1
          ) known on true
          where ${ignoreHashes} or known.hash is distinct from entry.hash or known.fingerprint <> ${fingerprint}
            or known.pending_at is not null or (known.run_id = ${runId} and known.page_seq = ${pageSeq})`,
      );
      return rows.map((row) => ({
        index: row.index,
        known: row.known,
        sameHash: row.same_hash,
        targetId: row.target_id ?? undefined,
        effectSeq: row.effect_seq,
        settledHere: row.settled_here,
        unresolved: row.unresolved,
      }));
    },

    owners: async (fingerprint, targets) => {
      const rows = await inTenant(
        ({ sql }) => sql<{ source_key: string }[]>`
          select mine.source_key
          from unnest(${targets.map((target) => target.sourceKey)}::text[], ${targets.map((target) => target.targetId)}::text[])
            as mine (source_key, target_id)
          cross join lateral (
            select source_key, stream from ledger where org_id = ${orgId} and integration_id = ${integrationId}
              and fingerprint = ${fingerprint} and target_id = mine.target_id limit 1
          ) owner
          where owner.source_key <> mine.source_key or owner.stream <> ${stream}`,
      );
      return new Set(rows.map((row) => row.source_key));
    },

    invalidate: async (epoch, pageSeq, sourceKeys) => {
      await inTenant((tx) =>
        Promise.all([fence(tx, address, epoch, pageSeq), invalidateRows(tx, address, sourceKeys)]),
      );
    },

    mark: async (epoch, pageSeq, marks) => {
      const sealer = await deps.sealer();
      const bodies = marks.map((mark) => sealer.seal(mark.body));
      await inTenant((tx) => Promise.all([fence(tx, address, epoch, pageSeq), markRows(tx, address, marks, bodies)]));
    },

    pending: async (limit) => {
      const rows = await inTenant(
        ({ sql }) => sql<PendingSqlRow[]>`
          select source_key, fingerprint, target_id, effect_seq, hash is not null as known, pending_effect_id as effect_id,
            pending_operation as operation, pending_hash as hash, pending_body as body, pending_run_id = ${runId} as own_run,
            (extract(epoch from clock_timestamp() - pending_at) * 1000)::float8 as age_ms
          from ledger
          where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and pending_at is not null
          order by pending_at, source_key limit ${limit}`,
      );
      return Promise.all(rows.map((row) => toPending(row, address, deps.opener)));
    },

    checkpoint: async (epoch, pageSeq, change, leaseMs) => {
      const sealer = change.deadLetters.length > 0 ? await deps.sealer() : undefined;
      const finishing = change.advance?.finished === true ? deps.finishWith : undefined;
      // Sent in this order and together: when the fence fails, nothing behind it is carried out.
      const [, , , run] = await inTenant((tx) =>
        Promise.all([
          finishing?.lock(tx),
          fence(tx, address, epoch, pageSeq),
          moveStream(tx, address, change, leaseMs),
          countInRun(tx, address, change),
          change.settled.length > 0 ? settleRows(tx, address, pageSeq, change) : undefined,
          change.unmarked.length > 0 ? unmarkRows(tx, address, change.unmarked) : undefined,
          sealer === undefined ? undefined : insertDeadLetters(tx, address, change.deadLetters, sealer),
          finishing?.finish(tx),
        ]),
      );
      return { cancelRequested: run[0]?.cancel_requested ?? false };
    },
  };
}

interface DiffSqlRow {
  index: number;
  known: boolean;
  same_hash: boolean;
  target_id: string | null;
  effect_seq: number;
  settled_here: boolean;
  unresolved: boolean;
}

interface PendingSqlRow {
  source_key: string;
  fingerprint: string;
  target_id: string | null;
  effect_seq: number;
  known: boolean;
  effect_id: string;
  operation: 'create' | 'update' | 'upsert' | 'delete';
  hash: string;
  body: Buffer;
  own_run: boolean;
  age_ms: number;
}

async function toPending(row: PendingSqlRow, address: StreamAddress, opener: Opener): Promise<PendingEffect> {
  const { orgId, integrationId } = address;
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
    body: await opener.open({ purpose: 'record', orgId, integrationId }, row.body),
  };
}
