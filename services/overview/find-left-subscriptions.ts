import { findConnector } from '../../catalogue/index.ts';
import { toTimestamp } from '../../core/clock.ts';
import { toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import type { ServiceContext } from '../shared/context.ts';
import { fromTime } from '../shared/rows.ts';
import { type AttentionRecord, toAttention } from './attention.ts';

/** What lasts less long needs nobody: there have been several tries by then. */
const failingForMs = 15 * 60_000;
const foundMax = 50;

interface LeftRow {
  id: string;
  name: string;
  service_type: string;
  integration_id: string;
  is_live: boolean;
  url: string;
  remote_id: string | null;
  error: { message: string } | null;
  at: string;
}

/** What vendors still have of hooks that nobody wants any more, and the hub cannot remove, by the connection that made it. */
export async function findLeftSubscriptions(tx: Transaction, ctx: ServiceContext): Promise<AttentionRecord[]> {
  const { sql } = tx;
  const { orgId, clock } = ctx;
  const before = toTimestamp(clock.now() - failingForMs);
  const rows = await sql<LeftRow[]>`
    select connections.id, connections.name, connections.service_type, subscriptions.integration_id,
      exists (
        select 1 from integrations
        where integrations.org_id = ${orgId} and integrations.id = subscriptions.integration_id and deleted_at is null
      ) as is_live,
      subscriptions.made->>'url' as url, subscriptions.remote_id, subscriptions.error, subscriptions.failing_since as at
    from hook_subscriptions as subscriptions
    join connections on connections.org_id = ${orgId} and connections.id = (subscriptions.made->>'connection_id')::uuid
    where subscriptions.org_id = ${orgId} and subscriptions.wanted is null and subscriptions.error is not null
      and (subscriptions.failing_since < ${before} or subscriptions.error->>'code' = 'left_behind')
      ${whereWithinReach(tx, ctx, 'subscriptions.integration_id')}
    order by subscriptions.failing_since desc limit ${foundMax}`.execute();
  const found: AttentionRecord[] = [];
  for (const row of rows) {
    const { id, name, integration_id: integration, is_live: isLive, url, remote_id: remoteId, error, at } = row;
    const vendor = (await findConnector(tx, orgId, row.service_type))?.name ?? row.service_type;
    found.push(
      toAttention('subscription_left', {
        subject: { id: toId('connection', id), name },
        ...(isLive ? { integration_id: toId('integration', integration) } : {}),
        cause: messages.subscriptionLeft({ vendor, url, id: remoteId, reason: error?.message ?? '' }),
        since: fromTime(at),
      }),
    );
  }
  return found;
}
