import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { runStatuses } from '../../core/enums.ts';
import { invalidRequest } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import type { ServiceContext } from '../shared/context.ts';
import { fromTime } from '../shared/rows.ts';
import { idOf, instant, timestamp, toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Buckets of an answer. */
const bucketsMax = 400;
const integrationsMax = 20;

export const runStatsInput = z.strictObject({
  from: instant.optional().meta({ format: 'date-time', description: 'Default: a day ago, or 30 days by day.' }),
  to: instant
    .optional()
    .meta({ format: 'date-time', description: 'Default: the end of the hour or day that is under way.' }),
  bucket: z.enum(['hour', 'day']).default('hour').meta({ description: 'In UTC.' }),
  integration_id: z.string().optional(),
});

const count = z.number().int().min(0);

const sums = {
  runs: count,
  read: count.meta({ description: 'Records that came from the source.' }),
  written: count,
  failed: count.meta({ description: 'Failed records.' }),
};

export const runStatsRecord = z
  .object({
    from: timestamp,
    to: timestamp,
    bucket: z.enum(['hour', 'day']),
    buckets: z
      .array(z.object({ at: timestamp, status: z.enum(runStatuses), ...sums }))
      .meta({ description: 'Runs by when and how they ended. Empty buckets are left out.' }),
    integrations: z
      .array(z.object({ integration_id: idOf('integration'), name: z.string(), ...sums }))
      .meta({ description: `The integrations with the most runs, at most ${integrationsMax}.` }),
  })
  .meta({ id: 'RunStats' });

type RunStats = z.infer<typeof runStatsRecord>;
type Sums = Pick<RunStats['buckets'][number], 'runs' | 'read' | 'written' | 'failed'>;

/**
 * Tells how many runs ended how, over time, and of which integrations they were. From counts that are kept as runs end, for
 * 400 days: runs that were purged since are in them.
 *
 * @throws {HubError} `invalid_request` for more than 400 buckets.
 */
export async function getRunStats({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.output<typeof runStatsInput>;
}): Promise<RunStats> {
  requireScope(ctx, 'runs:read');
  const { bucket } = input;
  const { from, to } = readSpan(input, ctx.clock.now());
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const one =
      input.integration_id === undefined
        ? sql``
        : sql`and stats.integration_id = ${toLookup('integration', input.integration_id)}`;
    const where = sql`
      where stats.org_id = ${ctx.orgId} and stats.hour >= ${from} and stats.hour < ${to} ${one}
        ${whereWithinReach(tx, ctx, 'stats.integration_id')}`;
    const totals = sql`
      sum(runs)::bigint as runs, sum(read)::bigint as read, sum(written)::bigint as written, sum(failed)::bigint as failed`;
    const [buckets, integrations] = await Promise.all([
      sql<(Sums & { at: string; status: RunStats['buckets'][number]['status'] })[]>`
        select date_trunc(${bucket}, stats.hour, 'UTC') as at, status, ${totals}
        from run_stats as stats ${where} group by 1, 2 order by 1, 2`,
      sql<(Sums & { id: string; name: string })[]>`
        select busiest.*, integrations.name from (
          select stats.integration_id as id, ${totals} from run_stats as stats ${where}
          group by 1 order by 2 desc, 1 limit ${integrationsMax}
        ) as busiest join integrations on integrations.org_id = ${ctx.orgId} and integrations.id = busiest.id
        order by busiest.runs desc, busiest.id`,
    ]);
    return {
      from,
      to,
      bucket,
      buckets: buckets.map(({ at, ...row }) => ({ at: fromTime(at), ...row })),
      integrations: integrations.map(({ id, ...row }) => ({ integration_id: toId('integration', id), ...row })),
    };
  });
}

function readSpan({ from, to, bucket }: z.output<typeof runStatsInput>, now: number): { from: string; to: string } {
  const sizeMs = bucket === 'hour' ? hourMs : dayMs;
  const end = to === undefined ? (Math.floor(now / sizeMs) + 1) * sizeMs : Date.parse(to);
  const begin = from === undefined ? end - (bucket === 'hour' ? dayMs : 30 * dayMs) : Date.parse(from);
  if (begin < end && (end - begin) / sizeMs <= bucketsMax) {
    // Counts are kept by the hour: the first one is whole.
    return { from: toTimestamp(Math.floor(begin / hourMs) * hourMs), to: toTimestamp(end) };
  }
  throw invalidRequest(messages.queryInvalid, [
    { path: 'query.from', code: 'span_invalid', message: messages.statsSpanInvalid({ max: bucketsMax }) },
  ]);
}
