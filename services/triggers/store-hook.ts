import { randomUUID } from 'node:crypto';
import { toUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';

/**
 * Gives a workflow that vendors' events start its address, and keeps whose events these are: those of the connector that
 * the source's connection is of. Credentials of another connector's form are forgotten.
 *
 * @param connectionId Of the source, as the definition names it; absent in a draft without one.
 */
export function storeHook(
  { sql }: Transaction,
  { orgId, integrationId, triggerId, now }: { orgId: string; integrationId: string; triggerId: string; now: string },
  connectionId: string | undefined,
): PromiseLike<unknown> {
  const connection = connectionId === undefined ? undefined : toUuid('connection', connectionId);
  // Random throughout, unlike other ids: where handshakes are not signed, the address itself is all that strangers lack.
  const id = randomUUID();
  return sql`
    insert into hooks (org_id, id, integration_id, workflow_id, service_type, created_at, updated_at)
    select ${orgId}, ${id}, ${integrationId}, id, (
        select service_type from connections where org_id = ${orgId} and id = ${connection ?? null}
      ), ${now}, ${now}
    from workflows
    where org_id = ${orgId} and integration_id = ${integrationId} and trigger_key = ${triggerId}
    on conflict (org_id, workflow_id) do update
      set service_type = excluded.service_type, sealed = null, previous_sealed = null, previous_expires_at = null,
          updated_at = excluded.updated_at
      where hooks.service_type is distinct from excluded.service_type`;
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
