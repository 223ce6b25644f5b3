import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import type { Webhook } from '../../connectors/kit/webhook/webhook.ts';
import { toTimestamp } from '../../core/clock.ts';
import { HubError, notFound } from '../../core/errors.ts';
import { parseInput } from '../../core/field-errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { hooks } from '../../drizzle/schema/index.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { rotateClientSecretInput } from '../access/oauth-clients/rotate-client-secret.ts';
import type { Row } from '../shared/rows.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { findWebhook } from './kinds/find-webhook.ts';
import { getWorkflow } from './get-workflow.ts';
import type { WorkflowRecord } from './workflow.ts';
import { sealHookCredentials } from './hook-credentials.ts';
import { messages } from '../../core/messages.ts';

export const hookCredentialsInput = z
  .strictObject({
    credentials: z.record(z.string(), freeJson).meta({
      description: "By the form of the workflow's `hook`, `credentials_schema`. Never given out again.",
    }),
    ...rotateClientSecretInput.shape,
  })
  .meta({ id: 'HookCredentialsInput' });

type HookRow = Row<typeof hooks, 'id' | 'serviceType' | 'declaration'> & { is_set: boolean };

/**
 * Says what deliveries to a workflow's hook are checked by. What was said before counts as well for the overlap; what was
 * in its overlap ends now.
 *
 * @throws {HubError} `not_found` for a workflow that no vendor starts; `integration_not_ready` while its integration has no
 *   source; `invalid_request` for what does not fit the connector's form.
 */
export async function replaceHookCredentials({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string } & z.output<typeof hookCredentialsInput>;
}): Promise<WorkflowRecord> {
  requireScope(ctx, 'workflows:write');
  const { orgId } = ctx;
  const nowMs = ctx.clock.now();
  return inTenant(ctx, async (tx) => {
    const hook = await lockHook(tx, orgId, input.id);
    const serviceType = hook.service_type;
    const webhook = await findWebhook(tx, orgId, hook);
    if (serviceType === null || webhook === undefined) throw noSource();
    const { credentials } = parseInput(z.object({ credentials: toForm(webhook) }), input);
    const sealed = sealHookCredentials(ctx.pepper, { orgId, id: hook.id, serviceType }, credentials);
    const expiresAt = hook.is_set ? toTimestamp(nowMs + input.overlap_seconds * 1000) : null;
    await Promise.all([
      tx.sql`
        update hooks set previous_sealed = sealed, previous_expires_at = ${expiresAt}, sealed = ${sealed},
               updated_at = ${toTimestamp(nowMs)}
        where org_id = ${orgId} and id = ${hook.id}`,
      writeAudit(tx, ctx, {
        action: 'workflow.hook_credentials_replaced',
        resourceId: input.id,
        before: { has_credentials: hook.is_set },
        after: { has_credentials: true, previous_credentials_expire_at: expiresAt },
        changes: { service_type: serviceType, previous_credentials_expire_at: expiresAt },
      }),
    ]);
    return getWorkflow({ ctx: { ...ctx, transaction: tx, scopes: new Set(['workflows:read']) }, input });
  });
}

/** The form as a shape of JSON, other members refused. */
function toForm({ credentials }: Webhook): z.ZodType<JsonObject> {
  return credentials.strict().pipe(z.record(z.string(), freeJson));
}

async function lockHook({ sql }: Transaction, orgId: string, workflowId: string): Promise<HookRow> {
  const [row] = await sql<HookRow[]>`
    select hooks.id, service_type, declaration, sealed is not null as is_set from hooks
    join integrations on integrations.org_id = hooks.org_id and integrations.id = hooks.integration_id
     and integrations.deleted_at is null
    where hooks.org_id = ${orgId} and workflow_id = ${toLookup('workflow', workflowId)} for no key update of hooks`;
  if (row === undefined) throw notFound();
  return row;
}

function noSource(): HubError {
  const message = messages.hookNeedsSource;
  return new HubError('integration_not_ready', message, { details: { missing: [{ step: 'source', message }] } });
}
