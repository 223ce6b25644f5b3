import type { RunTrigger } from '../../core/enums.ts';
import type { Pipeline } from '../../drizzle/client.ts';
import { toJsonb } from '../rows.ts';
import { nextHookBegin } from './pace.ts';

/** Which run of which integration an order is about; UUIDs, as the database knows them. */
export interface RunReference {
  orgId: string;
  runId: string;
  integrationId: string;
}

/**
 * Orders the relay to start a run once this transaction is committed: at once, or when its integration has cooled down, or,
 * where events order it, when `nextHookBegin` says.
 *
 * The API never speaks to Temporal itself: an order is true exactly when the change that called for it is.
 */
export function orderStart(tx: Pipeline, run: RunReference & { trigger: RunTrigger }): PromiseLike<unknown> {
  const { orgId, integrationId } = run;
  const paced = run.trigger === 'webhook' ? nextHookBegin(tx, orgId, integrationId) : tx.sql`null`;
  return order(
    tx,
    'run.start',
    run,
    tx.sql`greatest(
      clock_timestamp(),
      (select cools_until from integrations where org_id = ${orgId} and id = ${integrationId}),
      ${paced}
    )`,
  );
}

/** Orders the relay to cancel a run once this transaction is committed. */
export function orderCancel(tx: Pipeline, run: RunReference): PromiseLike<unknown> {
  return order(tx, 'run.cancel', run, tx.sql`clock_timestamp()`);
}

function order(
  { sql }: Pipeline,
  kind: 'run.start' | 'run.cancel',
  { orgId, runId, integrationId }: RunReference,
  availableAt: ReturnType<Pipeline['sql']>,
): PromiseLike<unknown> {
  const payload = toJsonb({ run_id: runId, integration_id: integrationId });
  return Promise.all([
    sql`insert into outbox (org_id, kind, payload, available_at) values (${orgId}, ${kind}, ${payload}, ${availableAt})`,
    sql`select pg_notify('hub_outbox', '')`,
  ]);
}
