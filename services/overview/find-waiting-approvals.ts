import { toId } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { selectVoice, type Voice } from '../approvals/voices.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import type { ServiceContext } from '../shared/context.ts';
import { fromTime } from '../shared/rows.ts';
import { type AttentionRecord, toAttention } from './attention.ts';

/** Of those that are open, the oldest are looked at. */
const lookedAtMax = 1000;
/** An approval on which nobody has decided for so long waits too long. */
const tooLong = '1 day';

/** Open approvals of items, by integration: those that the caller may decide on, and those that have waited too long for others. */
export async function findWaitingApprovals(
  tx: Transaction,
  ctx: ServiceContext,
  voices: readonly Voice[],
): Promise<AttentionRecord[]> {
  const { sql } = tx;
  const rows = await sql<{ integration_id: string; name: string; is_mine: boolean; count: number; at: string }[]>`
    select open.integration_id, integrations.name, open.is_mine, open.count, open.at
    from (
      select oldest.integration_id, oldest.is_mine, count(*)::int as count, min(oldest.parked_at) as at from (
        select waits.integration_id, waits.parked_at, (${selectVoice(tx, ctx, voices)}) is not null as is_mine from waits
        where waits.org_id = ${ctx.orgId} and waits.kind = 'approval' and waits.status = 'open' and waits.guarded_run_id is null
          ${whereWithinReach(tx, ctx, 'waits.integration_id')}
        order by waits.id limit ${lookedAtMax}
      ) as oldest
      where oldest.is_mine or oldest.parked_at < clock_timestamp() - ${tooLong}::interval
      group by oldest.integration_id, oldest.is_mine
    ) as open
    join integrations on integrations.org_id = ${ctx.orgId} and integrations.id = open.integration_id
    order by open.at`.execute();
  return rows.map(({ integration_id: integration, name, is_mine: isMine, count, at }) =>
    toAttention(isMine ? 'approval_for_you' : 'approval_overdue', {
      subject: { id: toId('integration', integration), name },
      integration_id: toId('integration', integration),
      count,
      since: fromTime(at),
    }),
  );
}
