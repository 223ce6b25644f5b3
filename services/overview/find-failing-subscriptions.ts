import { toTimestamp } from '../../core/clock.ts';
import { toId } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import type { ServiceContext } from '../shared/context.ts';
import { fromTime } from '../shared/rows.ts';
import { type AttentionRecord, toAttention } from './attention.ts';

/** What lasts less long needs nobody: there have been several tries by then. */
const failingForMs = 15 * 60_000;
const foundMax = 50;

/** Hooks that the hub has tried for a while to register with their vendors, to renew or to look for, in vain. */
export async function findFailingSubscriptions(tx: Transaction, ctx: ServiceContext): Promise<AttentionRecord[]> {
  const { sql } = tx;
  const { orgId, clock } = ctx;
  const before = toTimestamp(clock.now() - failingForMs);
  const rows = await sql<
    { id: string; name: string; integration_id: string; error: { message: string } | null; at: string }[]
  >`
    select workflows.id, integrations.name, workflows.integration_id, subscriptions.error, subscriptions.failing_since as at
    from hook_subscriptions as subscriptions
    join hooks on hooks.org_id = ${orgId} and hooks.id = subscriptions.hook_id
    join workflows on workflows.org_id = ${orgId} and workflows.id = hooks.workflow_id and workflows.deleted_at is null
    join integrations on integrations.org_id = ${orgId} and integrations.id = workflows.integration_id
    where subscriptions.org_id = ${orgId} and subscriptions.wanted is not null and subscriptions.failing_since < ${before}
      ${whereWithinReach(tx, ctx, 'workflows.integration_id')}
    order by subscriptions.failing_since desc limit ${foundMax}`.execute();
  return rows.map(({ id, name, integration_id: integration, error, at }) =>
    toAttention('subscription_failing', {
      subject: { id: toId('workflow', id), name },
      integration_id: toId('integration', integration),
      cause: error?.message ?? null,
      since: fromTime(at),
    }),
  );
}
