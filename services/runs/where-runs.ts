import type postgres from 'postgres';
import { firstUuidAt } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';

/** So many integrations are looked for by their ids; more of them are most of the runs. */
const namedMax = 5000;
/** How much older than its end, by the clocks of two machines, the id of a run may seem to be. */
const clockSlackMs = 3_600_000;

/**
 * Looks up the integrations with a part of a name: how many runs it stands for, no statistics of the database tell.
 *
 * @returns their UUIDs; nothing for more than can be named in a statement.
 */
export async function findNamed(tx: Transaction, orgId: string, q: string): Promise<string[] | undefined> {
  const [found] = await tx.sql<{ ids: string[] | null }[]>`
    select case when count(*) <= ${namedMax} then coalesce(array_agg(id), '{}') end as ids
    from (${selectNamed(tx, orgId, q)} limit ${namedMax + 1}) as named`;
  return found?.ids ?? undefined;
}

/** A condition, behind an `and`, for the runs of integrations with a part of a name. @param found Of `findNamed`. */
export function whereNamed(tx: Transaction, orgId: string, q: string, found: readonly string[] | undefined) {
  const { sql } = tx;
  // Run by run, as each comes: most have such a name.
  return found === undefined
    ? sql`and exists (${selectNamed(tx, orgId, q)} and integrations.id = runs.integration_id offset 0)`
    : sql`and runs.integration_id = any(${[...found]}::uuid[])`;
}

/**
 * The runs of integrations with a part of a name, behind a `from` and in no order: where most have such a name, the runs of
 * some of them are enough to count to the end.
 *
 * @param where Conditions for runs, each behind an `and`, that hold for many of them.
 */
export function fromNamed(tx: Transaction, orgId: string, q: string, where: postgres.PendingQuery<postgres.Row[]>) {
  const { sql } = tx;
  return sql`
    (${selectNamed(tx, orgId, q)} offset 0) as named cross join lateral (
      select from runs where runs.org_id = ${orgId} and runs.integration_id = named.id ${where} offset 0
    ) as run`;
}

function selectNamed({ sql }: Transaction, orgId: string, q: string) {
  return sql`select id from integrations where org_id = ${orgId} and position(lower(${q}) in lower(name)) > 0`;
}

/** A condition, behind an `and`, for the runs that failed by an error. Only those that failed are looked at. */
export function whereFailedBy({ sql }: Transaction, code: string | undefined) {
  return code === undefined ? sql`` : sql`and runs.status = 'failed' and runs.error ->> 'code' = ${code}`;
}

/** Conditions, each behind an `and`, for the runs that ended from an instant on (inclusive), up to another (exclusive). */
export function whereEnded(
  { sql }: Transaction,
  {
    finished_after: after,
    finished_before: before,
  }: { finished_after?: string | undefined; finished_before?: string | undefined },
) {
  return sql`
    ${after === undefined ? sql`` : sql`and runs.finished_at >= ${after}`}
    ${
      before === undefined
        ? sql``
        : sql`and runs.finished_at < ${before} and runs.id < ${firstUuidAt(Date.parse(before) + clockSlackMs)}`
    }`;
}
