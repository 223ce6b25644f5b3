import { randomUUID } from 'node:crypto';
import { toUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { toDebounce, type WebhookTrigger } from '../../engine/triggers/webhook-trigger.ts';
import type { Definition } from '../../flow/definition.ts';
import { toRespond } from './respond/to-respond.ts';
import { toJsonb } from '../shared/rows.ts';

/**
 * Gives a workflow that vendors' events start its address, and keeps whose events these are: those of the connector that
 * the source's connection is of. Credentials of another connector's form are forgotten.
 *
 * @param definition A draft may have no source.
 * @param trigger How it declares and merges deliveries. Default: as the connector has them, each for itself.
 */
export function storeHook(
  { sql }: Transaction,
  { orgId, integrationId, triggerId, now }: { orgId: string; integrationId: string; triggerId: string; now: string },
  { source, steps = [] }: Pick<Definition, 'source' | 'steps'>,
  trigger: Omit<WebhookTrigger, 'type'> = {},
): PromiseLike<unknown> {
  const connectionId = source?.connection_id;
  const respond = source && toRespond({ source, steps });
  const debounce = toDebounce(trigger);
  const payload =
    source?.payload &&
    toJsonb({ ...source.payload, key: source.key ?? [], ...(respond && { respond }), ...(debounce && { debounce }) });
  const declaration = trigger.receive === undefined ? null : toJsonb(trigger.receive);
  const connection = connectionId === undefined ? undefined : toUuid('connection', connectionId);
  // Random throughout, unlike other ids: where handshakes are not signed, the address itself is all that strangers lack.
  const id = randomUUID();
  return sql`
    insert into hooks (org_id, id, integration_id, workflow_id, service_type, payload, declaration, created_at, updated_at)
    select ${orgId}, ${id}, ${integrationId}, id, (
        select service_type from connections where org_id = ${orgId} and id = ${connection ?? null}
      ), ${payload ?? null}, ${declaration}, ${now}, ${now}
    from workflows
    where org_id = ${orgId} and integration_id = ${integrationId} and trigger_key = ${triggerId}
    on conflict (org_id, workflow_id) do update
      set service_type = excluded.service_type, payload = excluded.payload, declaration = excluded.declaration, updated_at = excluded.updated_at,
          sealed = case when hooks.service_type = excluded.service_type then hooks.sealed end,
          previous_sealed = case when hooks.service_type = excluded.service_type then hooks.previous_sealed end,
          previous_expires_at = case when hooks.service_type = excluded.service_type then hooks.previous_expires_at end
      where hooks.service_type is distinct from excluded.service_type or hooks.payload is distinct from excluded.payload
         or hooks.declaration is distinct from excluded.declaration`;
}

/** Takes the address from workflows whose trigger became one of another kind. */
export function endHooks(
  { sql }: Transaction,
  { orgId, integrationId }: { orgId: string; integrationId: string },
): PromiseLike<unknown> {
  return sql`
    delete from hooks using workflows
    where hooks.org_id = ${orgId} and hooks.integration_id = ${integrationId}
      and workflows.org_id = hooks.org_id and workflows.id = hooks.workflow_id and workflows.type not in ('webhook', 'event')`;
}
