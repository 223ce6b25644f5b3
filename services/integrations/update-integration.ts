import { toTimestamp } from '../../core/clock.ts';
import { canonicalJson } from '../../core/json.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { isWhole } from '../../flow/is-whole.ts';
import { findRenamed } from '../../flow/renamed-steps.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { writeAudit } from '../audit-events/audit.ts';
import { type Change, listChanges, parseChange } from '../shared/change.ts';
import type { ServiceContext } from '../shared/context.ts';
import { startAllWaitingEvents } from '../triggers/start-waiting-events.ts';
import { toJsonb } from '../shared/rows.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import { followDefinition } from '../triggers/store-workflows.ts';
import { checkDefinition } from './validation/check-definition.ts';
import { completeDefinition } from './complete-definition.ts';
import { findWarnings } from './validation/find-warnings.ts';
import {
  integrationInput,
  type IntegrationInput,
  type IntegrationRecord,
  type IntegrationRow,
  toIntegrationInput,
  toIntegrationRecord,
  toVersionedIntegration,
} from './integration.ts';
import { requireDecided } from './revisions/require-decided.ts';
import { requireReady } from './validation/readiness.ts';
import { lockIntegration } from './select-integration.ts';
import { serviceTypesOf } from './service-types.ts';

const members = Object.keys(integrationInput.shape);

/**
 * Changes an integration. A change of its flow makes a new revision, which runs use that begin from then on; runs under way
 * finish on theirs. A change that changes nothing leaves no trace.
 *
 * @param input.change With `replace`, members to put in place of the present ones (PUT); with `merge`, a JSON Merge
 *   Patch (PATCH). In both, `null` takes a member away.
 * @throws {HubError} `not_found`; `precondition_failed`; `invalid_request` when the result is not valid; `integration_not_ready` when an
 *   active integration would no longer be complete; as `requireDecided`.
 */
export async function updateIntegration({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Change;
}): Promise<Versioned<IntegrationRecord>> {
  requireScope(ctx, 'integrations:write');
  return inTenant(ctx, async (tx) => {
    const current = await lockIntegration(tx, ctx.orgId, toLookup('integration', input.id));
    const before = toIntegrationInput(current);
    // A client may send back what a change was answered with.
    const { warnings: _warnings, ...change } = input.change;
    const sent = parseChange(integrationInput, toIntegrationRecord(current), members, { ...input, change }, () =>
      requireVersion(ctx, current.row_version),
    );
    const next = await completeDefinition(tx, ctx.orgId, sent);
    if (canonicalJson(next) === canonicalJson(before)) return toVersionedIntegration(current);
    return store(tx, ctx, current, next, Object.keys(change));
  });
}

async function store(
  tx: Transaction,
  ctx: ServiceContext,
  current: IntegrationRow,
  next: IntegrationInput,
  sent: readonly string[],
): Promise<Versioned<IntegrationRecord>> {
  const { orgId } = ctx;
  const { name, account_id: accountId, ...definition } = next;
  const account = await requireAccount(tx, ctx, accountId);
  const flowChanged = canonicalJson(definition) !== canonicalJson(current.definition);
  if (flowChanged) await requireDecided(tx, orgId, current, sent);
  const checked = flowChanged ? await checkDefinition(tx, ctx, definition, current.id) : undefined;
  if (current.status === 'active' && flowChanged) requireReady({ definition, broken: [] });
  const now = toTimestamp(ctx.clock.now());
  const revision = current.revision + (flowChanged ? 1 : 0);
  const row: IntegrationRow = {
    ...current,
    name,
    account_id: account,
    definition,
    revision,
    broken: checked?.broken ?? current.broken,
    status: current.status === 'active' || !flowChanged ? current.status : isWhole(definition) ? 'inactive' : 'draft',
    active_revision: flowChanged && current.active_revision !== null ? revision : current.active_revision,
    row_version: current.row_version + 1,
    updated_at: now,
  };
  await Promise.all([
    tx.sql`
      update integrations set name = ${name}, account_id = ${account}, status = ${row.status}, revision = ${revision},
             active_revision = ${row.active_revision},
             concurrency = case when ${flowChanged} then ${definition.concurrency} else concurrency end,
             service_types = ${checked === undefined ? tx.sql`service_types` : serviceTypesOf(tx, orgId, checked.connectionIds)},
             updated_at = ${now}, row_version = row_version + 1
      where org_id = ${orgId} and id = ${current.id}`,
    checked &&
      tx.sql`
        insert into integration_revisions (org_id, integration_id, revision, definition, connection_ids,
                                           lookup_table_ids, calendar_ids, created_by, created_at)
        values (${orgId}, ${current.id}, ${revision}, ${toJsonb(definition)}, ${checked.connectionIds}::uuid[],
                ${checked.lookupTableIds}::uuid[], ${checked.calendarIds}::uuid[], ${ctx.actor}, ${now})`,
    flowChanged &&
      followDefinition(
        tx,
        { orgId, integrationId: current.id, now, pepper: ctx.pepper },
        definition,
        row.status === 'active' ? 'active' : 'inactive',
      ),
    writeAudit(tx, ctx, {
      action: 'integration.updated',
      resourceId: toIntegrationRecord(row).id,
      before: toIntegrationInput(current),
      after: next,
      changes: { changed: listChanges(toIntegrationInput(current), next), revision, status: row.status },
    }),
  ]);
  for (const { from, to } of findRenamed(current.definition, definition).renamed)
    await tx.sql`select hub_rename_step(${orgId}, ${current.id}, ${from}, ${to}, ${revision})`;
  if (row.status === 'active' && flowChanged)
    await startAllWaitingEvents(tx, orgId, { integrationId: current.id }, now);
  return toVersionedIntegration(row, checked && (await findWarnings(tx, orgId, { id: row.id, definition, checked })));
}
