import { findConnector } from '../../../catalogue/index.ts';
import { chooseTopic } from '../../../connectors/kit/webhook/subscription.ts';
import { toUuid } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { hooks, SubscriptionTerms } from '../../../drizzle/schema/hooks.ts';
import { readSubscribe, type Subscribe } from '../../../core/webhooks/subscribe.ts';
import type { Definition } from '../../../flow/definition.ts';
import { type Row, toJsonb } from '../../shared/rows.ts';
import type { IntegrationChange, TriggerPlace } from '../kinds/trigger-kind.ts';
import { toReplyKey } from './reply-keys.ts';

/**
 * Says what is to be subscribed to for the hook of a trigger: while its integration is active, also where the trigger is paused,
 * since its events wait then. A worker does it.
 */
export async function storeSubscription(
  tx: Transaction,
  { orgId, integrationId, triggerId, status, now, pepper }: TriggerPlace,
  subscribe: Subscribe | undefined,
  { source }: Pick<Definition, 'source'>,
): Promise<void> {
  const { sql } = tx;
  const asked = status === 'inactive' ? undefined : readSubscribe(subscribe);
  const connectionId = source?.connection_id && toUuid('connection', source.connection_id);
  const [hook] = await sql<Row<typeof hooks, 'id' | 'serviceType'>[]>`
    select hooks.id, hooks.service_type from hooks
    join workflows on workflows.org_id = hooks.org_id and workflows.id = hooks.workflow_id
    where hooks.org_id = ${orgId} and hooks.integration_id = ${integrationId} and trigger_key = ${triggerId}`;
  if (hook === undefined) return;
  const { service_type: serviceType } = hook;
  const connector = asked && serviceType !== null ? await findConnector(tx, orgId, serviceType) : undefined;
  const chosen = connector && asked && chooseTopic(connector, source?.object, asked);
  if (chosen === undefined || connectionId === undefined) return removeSubscription(tx, { orgId, now }, hook.id);
  const terms: SubscriptionTerms = {
    connection_id: connectionId,
    topic: chosen.topic,
    events: chosen.events,
    ...(chosen.of === undefined ? {} : { of: chosen.of }),
    reply_key: toReplyKey(pepper),
  };
  await sql`
    insert into hook_subscriptions (org_id, hook_id, integration_id, wanted, created_at, updated_at)
    values (${orgId}, ${hook.id}, ${integrationId}, ${toJsonb({ ...terms })}, ${now}, ${now})
    on conflict (org_id, hook_id) do update
      set wanted = excluded.wanted, attempts = 0, next_try_at = clock_timestamp(), updated_at = ${now}
      where hook_subscriptions.wanted is distinct from excluded.wanted or hook_subscriptions.error is not null`;
  await wakeWorkers(tx);
}

async function removeSubscription(
  tx: Transaction,
  { orgId, now }: { orgId: string; now: string },
  hookId: string,
): Promise<void> {
  const { count } = await tx.sql`
    update hook_subscriptions set ${asRemoved(tx, now)} where org_id = ${orgId} and hook_id = ${hookId} and wanted is not null`;
  if (count > 0) await wakeWorkers(tx);
}

/** Has the subscriptions of triggers removed that are not there any more, or of an integration that is not active. */
export async function endSubscriptions(
  tx: Transaction,
  { orgId, integrationId, now }: IntegrationChange,
  triggerIds: readonly string[] = [],
): Promise<void> {
  const { count } = await tx.sql`
    update hook_subscriptions set ${asRemoved(tx, now)}
    where org_id = ${orgId} and integration_id = ${integrationId} and wanted is not null and not exists (
      select 1 from hooks join workflows on workflows.org_id = hooks.org_id and workflows.id = hooks.workflow_id
      where hooks.org_id = ${orgId} and hooks.id = hook_subscriptions.hook_id and trigger_key = any(${[...triggerIds]})
    )`;
  if (count > 0) await wakeWorkers(tx);
}

function asRemoved({ sql }: Transaction, now: string) {
  return sql`wanted = null, attempts = 0, error = null, failing_since = null, next_try_at = clock_timestamp(), updated_at = ${now}`;
}

function wakeWorkers({ sql }: Transaction): PromiseLike<unknown> {
  return sql`select pg_notify('hub_relay', '')`;
}
