import { z } from 'zod';
import { toId } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { failureQuery, whereFailure } from '../runs/where-failure.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import type { ServiceContext } from '../shared/context.ts';
import { createdQuery, whereCreated } from '../shared/pages.ts';
import { fromTime } from '../shared/rows.ts';
import { idOf, timestamp, toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { countRecords, openRecordsMax } from './count-records.ts';

/** A group names so many of its runs. */
const runsMax = 20;
const groupsMax = 100;

export const failedRecordGroupsInput = z.strictObject({
  integration_id: z.string().optional(),
  run_id: z.string().optional().meta({ description: 'A run: those that failed in it.' }),
  account_id: z.string().optional().meta({ description: 'Of the integrations that belong to it now.' }),
  ...failureQuery,
  ...createdQuery,
});

type Input = z.infer<typeof failedRecordGroupsInput>;

/** Failed records that no run has processed since, with what they have in common. */
export const failedRecordGroup = z
  .object({
    integration_id: idOf('integration'),
    integration_name: z.string(),
    account_id: idOf('account').optional().meta({ description: 'The account that the integration belongs to.' }),
    code: z.string().meta({ examples: ['convert_failed'] }),
    field: z.string().optional().meta({ description: 'The field of the target that got no usable value.' }),
    step: z.string().optional().meta({ description: 'The step of a flow that failed.', example: 'account' }),
    message: z.string().meta({ description: 'Of the newest of them.' }),
    count: z.number().int().min(1).meta({
      description: 'How often records failed: one that failed in several runs counts in each of them.',
    }),
    records: z.number().int().min(1).meta({
      description: 'How many records that are: one that failed in several runs counts once.',
    }),
    newest_at: timestamp,
    runs: z
      .array(z.object({ run_id: idOf('run'), count: z.number().int().min(1) }))
      .meta({ description: `The runs that they failed in, the newest first, at most ${runsMax}.` }),
  })
  .meta({ id: 'FailedRecordGroup' });

export type FailedRecordGroup = z.infer<typeof failedRecordGroup>;

/** Of a group in a run; without a run, of all that there are. */
interface CountRow {
  integration_id: string;
  integration_name: string;
  account_id: string | null;
  code: string;
  field: string | null;
  step: string | null;
  run_id: string | null;
  count: number;
  records: number;
  newest: string;
}

/**
 * Groups the failed records of all runs by integration, code, field and step: those that no run has processed since, of the
 * newest 10,000. The group with the newest record comes first; at most 100.
 */
export async function listFailedRecordGroups({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Input;
}): Promise<FailedRecordGroup[]> {
  requireScope(ctx, 'runs:read');
  requireScope(ctx, 'records:read');
  return inTenant(ctx, async (tx) => {
    const groups = group(await countOpen(tx, ctx, input)).slice(0, groupsMax);
    const newest = await readNewest(tx, ctx.orgId, groups);
    return groups.map((rows) => toGroup(rows, newest));
  });
}

async function countOpen(tx: Transaction, ctx: ServiceContext, input: Input): Promise<CountRow[]> {
  const { sql } = tx;
  const { integration_id: integration, account_id: account, run_id: run } = input;
  // Within the newest: whatever is looked for, no more rows than these are looked at.
  const wanted = sql`
    ${integration === undefined ? sql`` : sql`and newest.integration_id = ${toLookup('integration', integration)}`}
    ${whereFailure(tx, 'newest', input)} ${whereCreated(tx, { time: 'newest.created_at', id: 'newest.id' }, input)}`;
  const owned = account === undefined ? sql`` : sql`and integrations.account_id = ${toLookup('account', account)}`;
  return await sql<CountRow[]>`
    select open.integration_id, integrations.name as integration_name, integrations.account_id, open.code, open.field, open.step, open.run_id, open.count, open.records, open.newest
    from (
      select newest.integration_id, newest.code, newest.field, newest.step, newest.run_id, count(*) as count, ${countRecords(tx)} as records,
             (array_agg(newest.id order by newest.id desc))[1] as newest
      from (
        select dead_letters.id, dead_letters.integration_id, dead_letters.run_id, dead_letters.code, dead_letters.field,
               dead_letters.step, dead_letters.source_key, dead_letters.message, dead_letters.created_at
        from dead_letters
        where dead_letters.org_id = ${ctx.orgId} and dead_letters.resolved_by is null
          ${run === undefined ? sql`` : sql`and dead_letters.run_id = ${toLookup('run', run)}`}
          ${whereWithinReach(tx, ctx, 'dead_letters.integration_id')}
        order by dead_letters.id desc limit ${openRecordsMax}
      ) as newest
      where true ${wanted}
      group by newest.integration_id, newest.code, newest.field, newest.step, rollup (newest.run_id)
    ) as open
    join integrations on integrations.org_id = ${ctx.orgId} and integrations.id = open.integration_id
      and integrations.deleted_at is null ${owned}
    order by open.newest desc, open.run_id nulls first`;
}

/** The rows of each group, in the order in which the groups first appear: first that of all runs. */
function group(rows: readonly CountRow[]): CountRow[][] {
  const groups = Map.groupBy(rows, ({ integration_id: id, code, field, step }) =>
    JSON.stringify([id, code, field, step]),
  );
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
    ...(first.step === null ? {} : { step: first.step }),
    message: found?.message ?? '',
    count: first.count,
    records: first.records,
    newest_at: fromTime(found?.created_at ?? ''),
    runs: rows
      .flatMap(({ run_id: run, count }) => (run === null ? [] : [{ run_id: toId('run', run), count }]))
      .slice(0, runsMax),
  };
}
