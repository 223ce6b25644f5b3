import { z } from 'zod';
import { toId } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import type { ServiceContext } from '../shared/context.ts';
import { fromTime } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';

/** Failed records that are looked at: the newest. */
export const openRecordsMax = 10_000;
/** A group names so many of its runs. */
const runsMax = 20;
const groupsMax = 100;

/** Failed records that no run has processed since, with what they have in common. */
export const failedRecordGroup = z
  .object({
    integration_id: idOf('integration'),
    integration_name: z.string(),
    account_id: idOf('account').optional().meta({ description: 'The account that the integration belongs to.' }),
    code: z.string().meta({ examples: ['convert_failed'] }),
    field: z.string().optional().meta({ description: 'The field of the target that got no usable value.' }),
    message: z.string().meta({ description: 'Of the newest of them.' }),
    count: z.number().int().min(1),
    newest_at: timestamp,
    runs: z
      .array(z.object({ run_id: idOf('run'), count: z.number().int().min(1) }))
      .meta({ description: `The runs that they failed in, the newest first, at most ${runsMax}.` }),
  })
  .meta({ id: 'FailedRecordGroup' });

export type FailedRecordGroup = z.infer<typeof failedRecordGroup>;

interface CountRow {
  integration_id: string;
  integration_name: string;
  account_id: string | null;
  code: string;
  field: string | null;
  run_id: string;
  count: number;
  newest: string;
}

/**
 * Groups the failed records of all runs by integration, code and field: those that no run has processed since, of the
 * newest 10,000. The group with the newest record comes first; at most 100.
 */
export async function listFailedRecordGroups({ ctx }: { ctx: ServiceContext }): Promise<FailedRecordGroup[]> {
  requireScope(ctx, 'runs:read');
  requireScope(ctx, 'records:read');
  return inTenant(ctx, async (tx) => {
    const groups = group(await countOpen(tx, ctx)).slice(0, groupsMax);
    const newest = await readNewest(tx, ctx.orgId, groups);
    return groups.map((rows) => toGroup(rows, newest));
  });
}

async function countOpen(tx: Transaction, ctx: ServiceContext): Promise<CountRow[]> {
  const { sql } = tx;
  return await sql<CountRow[]>`
    select open.integration_id, integrations.name as integration_name, integrations.account_id, open.code, open.field, open.run_id, open.count, open.newest
    from (
      select newest.integration_id, newest.code, newest.field, newest.run_id, count(*) as count,
             (array_agg(newest.id order by newest.id desc))[1] as newest
      from (
        select dead_letters.id, dead_letters.integration_id, dead_letters.run_id, dead_letters.code, dead_letters.field
        from dead_letters
        where dead_letters.org_id = ${ctx.orgId} and dead_letters.resolved_by is null
          ${whereWithinReach(tx, ctx, 'dead_letters.integration_id')}
        order by dead_letters.id desc limit ${openRecordsMax}
      ) as newest
      group by newest.integration_id, newest.code, newest.field, newest.run_id
    ) as open
    join integrations on integrations.org_id = ${ctx.orgId} and integrations.id = open.integration_id
      and integrations.deleted_at is null
    order by open.newest desc`;
}

/** The rows of each group, in the order in which the groups first appear. */
function group(rows: readonly CountRow[]): CountRow[][] {
  const groups = Map.groupBy(rows, ({ integration_id: id, code, field }) => JSON.stringify([id, code, field]));
  return [...groups.values()];
}

type Newest = ReadonlyMap<string, { message: string; created_at: string }>;

async function readNewest({ sql }: Transaction, orgId: string, groups: readonly CountRow[][]): Promise<Newest> {
  const ids = groups.flatMap(([first]) => first?.newest ?? []);
  const rows = await sql<{ id: string; message: string; created_at: string }[]>`
    select id, message, created_at from dead_letters where org_id = ${orgId} and id = any(${ids}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

function toGroup(rows: readonly CountRow[], newest: Newest): FailedRecordGroup {
  const [first] = rows;
  if (first === undefined) throw new Error('A group has a row.');
  const found = newest.get(first.newest);
  return {
    integration_id: toId('integration', first.integration_id),
    integration_name: first.integration_name,
    ...(first.account_id === null ? {} : { account_id: toId('account', first.account_id) }),
    code: first.code,
    ...(first.field === null ? {} : { field: first.field }),
    message: found?.message ?? '',
    count: rows.reduce((sum, { count }) => sum + count, 0),
    newest_at: fromTime(found?.created_at ?? ''),
    runs: rows.slice(0, runsMax).map(({ run_id: run, count }) => ({ run_id: toId('run', run), count })),
  };
}
