import type { Pipeline } from '../../drizzle/client.ts';
import { toJsonb } from '../rows.ts';

/** Which run of which integration an order is about; UUIDs, as the database knows them. */
export interface RunReference {
  orgId: string;
  runId: string;
  integrationId: string;
}

/**
 * Orders the relay to start a run, or to cancel it, once this transaction is committed.
 *
 * A run of an integration that cools down begins afterwards.
 *
 * The API never speaks to Temporal itself: an order is true exactly when the change that called for it is.
 */
export function orderRun({ sql }: Pipeline, kind: 'run.start' | 'run.cancel', run: RunReference): PromiseLike<unknown> {
  const payload = toJsonb({ run_id: run.runId, integration_id: run.integrationId });
  return Promise.all([
    sql`
      insert into outbox (org_id, kind, payload, available_at)
      values (${run.orgId}, ${kind}, ${payload}, case when ${kind} = 'run.start' then greatest(clock_timestamp(), (
        select cools_until from integrations where org_id = ${run.orgId} and id = ${run.integrationId}
      )) else clock_timestamp() end)`,
    sql`select pg_notify('hub_outbox', '')`,
  ]);
}
