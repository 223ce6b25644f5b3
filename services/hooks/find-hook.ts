import { getConnector } from '../../connectors/registry.ts';
import type { Webhook } from '../../connectors/kit/webhook/webhook.ts';
import { notFound } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Secret } from '../../core/secret.ts';
import { findHook as findOrganization } from '../../drizzle/find-hook.ts';
import type { hooks } from '../../drizzle/schema/index.ts';
import type { Row } from '../rows.ts';
import { toLookup } from '../shapes.ts';
import { askDatabase, inTenant } from '../transaction.ts';
import { openHookCredentials } from './hook-credentials.ts';
import type { HookMeans } from './open-hooks.ts';

/** A hook with all that its deliveries are checked by. */
export interface Hook {
  orgId: string;
  /** UUIDs. */
  id: string;
  integrationId: string;
  workflowId: string;
  webhook: Webhook;
  /** The versions that are good now, the newest first. */
  credentials: Secret<JsonObject>[];
}

type HookRow = Row<
  typeof hooks,
  'integrationId' | 'workflowId' | 'serviceType' | 'sealed' | 'previousSealed' | 'previousExpiresAt'
>;

/** Finds the hook that a vendor names. @throws {HubError} `not_found` also where its integration was deleted. */
export async function findHook(means: HookMeans, hookId: string): Promise<Hook> {
  const { database } = means;
  const id = toLookup('hook', hookId);
  const orgId = await askDatabase(async (progress) => {
    progress.begin();
    return findOrganization(database, id);
  });
  if (orgId === undefined) throw notFound();
  const [row] = await inTenant(
    { database, orgId },
    async ({ sql }) =>
      await sql<HookRow[]>`
      select hooks.integration_id, workflow_id, service_type, sealed, previous_sealed, previous_expires_at from hooks
      join integrations on integrations.org_id = hooks.org_id and integrations.id = hooks.integration_id
       and integrations.deleted_at is null
      where hooks.org_id = ${orgId} and hooks.id = ${id}`,
  );
  const webhook = getConnector(row?.service_type ?? '')?.webhook;
  if (row === undefined || webhook === undefined) throw notFound();
  const { integration_id: integrationId, workflow_id: workflowId } = row;
  return { orgId, id, integrationId, workflowId, webhook, credentials: openAll(means, { orgId, id }, row) };
}

function openAll(
  { pepper, clock }: HookMeans,
  hook: { orgId: string; id: string },
  { service_type: serviceType, sealed, previous_sealed: previous, previous_expires_at: expiresAt }: HookRow,
): Secret<JsonObject>[] {
  if (serviceType === null) return [];
  const isInOverlap = expiresAt !== null && Date.parse(expiresAt) > clock.now();
  return [sealed, isInOverlap ? previous : null].flatMap(
    (box) => (box === null ? undefined : openHookCredentials(pepper, { ...hook, serviceType }, box)) ?? [],
  );
}
