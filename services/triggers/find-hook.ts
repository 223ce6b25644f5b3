import { notFound } from '../../core/errors.ts';
import { Secret } from '../../core/secret.ts';
import { storedPayload } from '../../engine/payload-schema.ts';
import { compilePayload } from '../../engine/payload-source.ts';
import { findHook as findOrganization } from '../../drizzle/find-hook.ts';
import type { hooks, hookSubscriptions } from '../../drizzle/schema/index.ts';
import type { Row } from '../shared/rows.ts';
import { createNetworkList } from '../shared/networks.ts';
import { toLookup } from '../shared/schemas.ts';
import { askDatabase, inTenant } from '../shared/transaction.ts';
import { findWebhook, needsNone } from './kinds/find-webhook.ts';
import type { Hook } from './hook.ts';
import { openHookCredentials } from './hook-credentials.ts';
import { openReply } from './subscriptions/reply-keys.ts';
import type { HookDeps } from './open-hooks.ts';

const rememberedMax = 1000;
const rememberedMs = 60_000;
/** What was sent before a subscription was made again may come so much later. */
const overlapMs = 3_600_000;

type HookRow = Row<
  typeof hooks,
  | 'integrationId'
  | 'workflowId'
  | 'serviceType'
  | 'payload'
  | 'declaration'
  | 'sealed'
  | 'previousSealed'
  | 'previousExpiresAt'
  | 'updatedAt'
> & {
  reply: Row<typeof hookSubscriptions, 'sealed'>['sealed'];
  previous_reply: Row<typeof hookSubscriptions, 'previousSealed'>['previous_sealed'];
  made_at: Row<typeof hookSubscriptions, 'madeAt'>['made_at'];
};

/**
 * Finds the hook that a vendor names.
 *
 * @param how A remembered one may have been changed since: see `version`. Default: remembered, where it is.
 * @throws {HubError} `not_found` also where its integration was deleted.
 */
export async function findHook(deps: HookDeps, hookId: string, how?: 'as stored'): Promise<Hook> {
  const { memory, clock } = deps;
  const id = toLookup('hook', hookId);
  const known = memory.get(id);
  const isFresh = known !== undefined && clock.monotonic() - known.readAt < rememberedMs;
  if (isFresh && how === undefined) return { ...known.hook, isRemembered: true };
  memory.delete(id);
  const hook = await readHook(deps, id);
  if (memory.size >= rememberedMax) for (const oldest of [...memory.keys()].slice(0, 1)) memory.delete(oldest);
  memory.set(id, { hook, readAt: clock.monotonic() });
  return hook;
}

async function readHook(deps: HookDeps, id: string): Promise<Hook> {
  const { database } = deps;
  const orgId = await askDatabase(async (progress) => {
    progress.begin();
    return findOrganization(database, id);
  });
  if (orgId === undefined) throw notFound();
  const [row, webhook] = await inTenant({ database, orgId }, async (tx) => {
    const [found] = await tx.sql<HookRow[]>`
      select hooks.integration_id, workflow_id, service_type, payload, declaration, hooks.sealed, hooks.previous_sealed,
        previous_expires_at, hooks.updated_at,
        subscribed.sealed as reply, subscribed.previous_sealed as previous_reply, subscribed.made_at
      from hooks
      left join hook_subscriptions as subscribed on subscribed.org_id = hooks.org_id and subscribed.hook_id = hooks.id
      join integrations on integrations.org_id = hooks.org_id and integrations.id = hooks.integration_id
       and integrations.deleted_at is null
      where hooks.org_id = ${orgId} and hooks.id = ${id}`;
    return [found, found && (await findWebhook(tx, orgId, found))] as const;
  });
  if (row === undefined || webhook === undefined) throw notFound();
  const payload = row.payload === null ? undefined : storedPayload.parse(row.payload);
  const { integration_id: integrationId, workflow_id: workflowId, updated_at: version } = row;
  return {
    orgId,
    id,
    integrationId,
    workflowId,
    webhook,
    networks: webhook.networks && createNetworkList(webhook.networks),
    readPayload: payload && compilePayload(payload),
    debounce: payload?.debounce,
    respond: payload?.debounce === undefined ? payload?.respond : undefined,
    version,
    isRemembered: false,
    openCredentials: needsNone(webhook) ? () => [new Secret({})] : await prepareCredentials(deps, { orgId, id }, row),
  };
}

/** Opens what is sealed once; which of it is good is a question of time. */
async function prepareCredentials(
  { pepper }: HookDeps,
  hook: { orgId: string; id: string },
  row: HookRow,
): Promise<Hook['openCredentials']> {
  const { service_type: serviceType, previous_expires_at: expiresAt, made_at: madeAt } = row;
  const open = (box: Buffer | null) =>
    box === null || serviceType === null ? undefined : openHookCredentials(pepper, { ...hook, serviceType }, box);
  const openOwn = (box: Buffer | null) => (box === null ? undefined : openReply(pepper, hook, box));
  const [own, ownBefore] = await Promise.all([openOwn(row.reply), openOwn(row.previous_reply)]);
  const versions = [
    { credentials: own },
    { credentials: open(row.sealed) },
    { credentials: open(row.previous_sealed), endsAt: expiresAt === null ? 0 : Date.parse(expiresAt) },
    { credentials: ownBefore, endsAt: madeAt === null ? 0 : Date.parse(madeAt) + overlapMs },
  ];
  return (nowMs) =>
    versions.flatMap(({ credentials, endsAt }) =>
      credentials === undefined || (endsAt !== undefined && endsAt <= nowMs) ? [] : [credentials],
    );
}
