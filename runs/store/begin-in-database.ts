import { type Database, type Pipeline, withTenantPipelined } from '../../drizzle/index.ts';
import type { DefinitionCache } from '../load/definition-cache.ts';
import { type LoadedRun, loadRun, type RunAddress } from '../load/load-run.ts';
import { takePresent } from '../items/waits/take-present.ts';
import { enterSegment } from './lost-workers.ts';

export interface RunStart {
  run: LoadedRun | undefined;
  /** This call moved the run from queued to running; a repetition did not. */
  first: boolean;
  /** The organization has room for one more segment, and it is taken. */
  slot: boolean;
  /** Segments in a row that never ended and got the run no further. */
  losses: number;
}

/** How long a slot is kept by a holder that says nothing more: a segment and its last write. */
const slotMs = 120_000;

/**
 * Moves a queued run to running and takes the organization's slot, in one transaction.
 *
 * Temporal remembers that this was done. Should the database forget it (a failover to a replica that lagged behind), the
 * run is queued again and nothing would start it; so each segment starts its run as well.
 *
 * @param options.wake The wake that the workflow belongs to: one of an earlier wake moves nothing.
 * @idempotency A run that is running stays so; `first` is true once.
 */
export function beginInDatabase(
  database: Database,
  definitions: DefinitionCache,
  address: RunAddress,
  slotsMax: number,
  { isSegment = false, wake = 0 }: { isSegment?: boolean; wake?: number | undefined } = {},
): Promise<RunStart> {
  return withTenantPipelined(database, address.orgId, async (tx) => {
    const [moved, slot, losses, , run] = await Promise.all([
      tx.sql`
        update runs set status = 'running', started_at = coalesce(started_at, clock_timestamp()), updated_at = clock_timestamp()
        where org_id = ${address.orgId} and id = ${address.runId} and status = 'queued' and admitted_at is not null
          and wakes = ${wake}
        returning 1`.execute(),
      takeSlot(tx, address, slotsMax),
      isSegment ? enterSegment(tx, address) : 0,
      isSegment ? takePresent(tx, address) : undefined,
      loadRun(tx, definitions, address),
    ]);
    return { run, first: moved.length > 0, slot, losses };
  });
}

/**
 * Takes one of the organization's places for segments, or prolongs the one that the run has. One that is suspended has none.
 *
 * The cap is for fairness, so it is not locked: segments that begin in the same instant may exceed it by one another.
 */
export async function takeSlot({ sql }: Pipeline, { orgId, runId }: RunAddress, slotsMax: number): Promise<boolean> {
  const taken = await sql`
    insert into segment_slots (org_id, run_id, lease_until)
    select ${orgId}, ${runId}, clock_timestamp() + ${slotMs} * interval '1 millisecond'
    from organizations where id = ${orgId} and suspended_at is null and (
      select count(*) from segment_slots
      where org_id = ${orgId} and run_id <> ${runId} and lease_until > clock_timestamp()
    ) < coalesce(segments_max, ${slotsMax})
    on conflict (org_id, run_id) do update set lease_until = excluded.lease_until
    returning 1`.execute();
  return taken.length > 0;
}

/** What stands in the way of a run that got no slot. */
export interface SlotBusy {
  /** Runs of the organization that have begun and are not over. */
  atWork: number;
  /** What the operator allows the organization, in place of the configured number. */
  slotsMax: number | null;
  /** For how long it has been suspended. */
  suspendedMs: number | null;
}

export async function explainNoSlot({ sql }: Pipeline, { orgId }: RunAddress): Promise<SlotBusy | undefined> {
  const [row] = await sql<SlotBusy[]>`
    select (select count(*)::int from runs where org_id = ${orgId} and status in ('running', 'canceling')) as "atWork",
           segments_max as "slotsMax", extract(epoch from clock_timestamp() - suspended_at)::float8 * 1000 as "suspendedMs"
    from organizations where id = ${orgId}`.execute();
  return row;
}

/** @param when `finished`: only of a run that is over. */
export function freeSlot({ sql }: Pipeline, { orgId, runId }: RunAddress, when?: 'finished'): PromiseLike<unknown> {
  return sql`
    delete from segment_slots where org_id = ${orgId} and run_id = ${runId} and (${when === undefined} or not exists (
      select 1 from runs where org_id = ${orgId} and id = ${runId} and finished_at is null
    ))`.execute();
}
