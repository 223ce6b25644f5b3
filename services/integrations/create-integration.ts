import { toTimestamp } from '../../core/clock.ts';
import { newUuid, toId } from '../../core/ids.ts';
import { isWhole } from '../../flow/is-whole.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toJsonb } from '../shared/rows.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import { addManualWorkflow, followDefinition, hasWorkflows } from '../triggers/store-workflows.ts';
import { checkDefinition } from './validation/check-definition.ts';
import { findWarnings } from './validation/find-warnings.ts';
import { serviceTypesOf } from './service-types.ts';
import {
  type IntegrationInput,
  type IntegrationRecord,
  type IntegrationRow,
  toIntegrationInput,
  toVersionedIntegration,
} from './integration.ts';

/**
 * Creates an integration: a draft while set-up steps are open, inactive when it is complete.
 *
 * @throws {HubError} `invalid_request` when what is there of its definition is not valid.
 */
export async function createIntegration({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: IntegrationInput;
}): Promise<Versioned<IntegrationRecord>> {
  requireScope(ctx, 'integrations:write');
  const { orgId } = ctx;
  const { name, account_id: accountId, ...sent } = input;
  const now = toTimestamp(ctx.clock.now());
  const id = newUuid();
  return inTenant(ctx, async (tx) => {
    const account = await requireAccount(tx, ctx, accountId);
    const checked = await checkDefinition(tx, ctx, sent);
    const { definition, connectionIds, lookupTableIds, calendarIds, broken } = checked;
    const created: IntegrationRow = {
      id,
      account_id: account,
      name,
      status: isWhole(definition) ? 'inactive' : 'draft',
      revision: 1,
      active_revision: null,
      row_version: 1,
      cools_until: null,
      created_at: now,
      updated_at: now,
      definition,
      broken,
    };
    await Promise.all([
      tx.sql`
        insert into integrations (org_id, id, account_id, name, status, revision, concurrency, service_types, created_at,
                                  updated_at)
        values (${orgId}, ${id}, ${account}, ${name}, ${created.status}, 1, ${definition.concurrency},
                ${serviceTypesOf(tx, orgId, connectionIds)}, ${now}, ${now})`,
      tx.sql`
        insert into integration_revisions (org_id, integration_id, revision, definition, connection_ids,
                                           lookup_table_ids, calendar_ids, created_by, created_at)
        values (${orgId}, ${id}, 1, ${toJsonb(definition)}, ${connectionIds}::uuid[], ${lookupTableIds}::uuid[],
                ${calendarIds}::uuid[], ${ctx.actor}, ${now})`,
      addManualWorkflow(tx, { orgId, integrationId: id, now }),
      writeAudit(tx, ctx, {
        action: 'integration.created',
        resourceId: toId('integration', id),
        after: toIntegrationInput(created),
        changes: { name, status: created.status },
      }),
    ]);
    if (hasWorkflows(definition))
      await followDefinition(tx, { orgId, integrationId: id, now, pepper: ctx.pepper }, definition, 'inactive');
    return toVersionedIntegration(created, await findWarnings(tx, orgId, { id, definition, checked }));
  });
}
