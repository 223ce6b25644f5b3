import { toTimestamp } from '../../core/clock.ts';
import { toId } from '../../core/ids.ts';
import { canonicalJson } from '../../core/json.ts';
import { writeAudit } from '../audit-events/audit.ts';
import { type Change, parseChange } from '../shared/change.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import {
  type OrganizationRecord,
  type OrganizationRow,
  type OrganizationState,
  organizationState,
  selectOrganization,
  toOrganizationRecord,
} from './organization.ts';

const members = Object.keys(organizationState.shape);

/**
 * Changes the name or the logo of the organization. A change that changes nothing leaves no trace.
 *
 * @throws {HubError} `invalid_request` when the result is not valid; as `requireVersion`.
 */
export async function updateOrganization({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Omit<Change, 'id'>;
}): Promise<Versioned<OrganizationRecord>> {
  requireScope(ctx, 'accounts:write');
  const id = toId('organization', ctx.orgId);
  const row = await inTenant(ctx, async (tx) => {
    const current = await selectOrganization(tx, ctx.orgId, 'change');
    const before = toState(current);
    const next = parseChange(organizationState, toOrganizationRecord(current), members, { ...input, id }, () =>
      requireVersion(ctx, current.row_version),
    );
    if (canonicalJson(next) === canonicalJson(before)) return current;
    const now = toTimestamp(ctx.clock.now());
    const version = current.row_version + 1;
    const logo = next.logo ?? null;
    await Promise.all([
      tx.sql`
        update organizations set name = ${next.name}, logo = ${logo}, updated_at = ${now}, row_version = ${version}
        where id = ${ctx.orgId}`,
      // The picture itself would be repeated in every event.
      writeAudit(tx, ctx, {
        action: 'organization.updated',
        resourceId: id,
        before: { name: before.name },
        after: { name: next.name },
        changes: { logo_changed: next.logo !== before.logo },
      }),
    ]);
    return { ...current, ...next, logo, updated_at: now, row_version: version };
  });
  return { data: toOrganizationRecord(row), version: row.row_version };
}

function toState({ name, logo }: OrganizationRow): OrganizationState {
  return { name, ...(logo === null ? {} : { logo }) };
}
