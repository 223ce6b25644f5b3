import { toTimestamp } from '../../core/clock.ts';
import { toId } from '../../core/ids.ts';
import { codeOf } from '../../drizzle/failures.ts';
import { writeAudit } from '../audit-events/audit.ts';
import { type Change, listChanges, parseChange } from '../shared/change.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import { externalRefTaken } from './create-operated-organization.ts';
import {
  type OperatedRecord,
  type OperatedRow,
  operatedState,
  selectOperated,
  toOperatedRecord,
} from './operated-organization.ts';
import { type OperatorContext, toAuthor } from './operator-context.ts';

const members = Object.keys(operatedState.shape);

/**
 * Changes what an organization is called, what it may use, and whether it is served. Processes learn of it within a second.
 *
 * @throws {HubError} `not_found`; `invalid_request`; `conflict` for an `external_ref` that another one has; as `requireVersion`.
 */
export async function updateOperatedOrganization({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: Change;
}): Promise<Versioned<OperatedRecord>> {
  const orgId = toLookup('organization', input.id);
  try {
    const row = await inTenant({ database: ctx.database, orgId }, async (tx) => {
      const current = await selectOperated(tx, orgId, 'change');
      const before = toOperatedRecord(current);
      const next = parseChange(operatedState, before, members, input, () =>
        requireVersion({ ifMatch: ctx.ifMatch, requireIfMatch: false }, current.row_version),
      );
      const now = toTimestamp(ctx.clock.now());
      const changed: OperatedRow = {
        ...current,
        name: next.name,
        external_ref: next.external_ref ?? null,
        suspended_at: next.status === 'active' ? null : (current.suspended_at ?? now),
        requests_per_minute: next.limits.requests_per_minute ?? null,
        requests_burst: next.limits.requests_burst ?? null,
        segments_max: next.limits.segments ?? null,
        row_version: current.row_version + 1,
        updated_at: now,
      };
      const after = toOperatedRecord(changed);
      const differing = listChanges(before, { ...after, updated_at: before.updated_at });
      if (differing.length === 0) return current;
      await Promise.all([
        tx.sql`
          update organizations set name = ${changed.name}, external_ref = ${changed.external_ref},
                 suspended_at = ${changed.suspended_at}, requests_per_minute = ${changed.requests_per_minute},
                 requests_burst = ${changed.requests_burst}, segments_max = ${changed.segments_max},
                 updated_at = ${now}, row_version = ${changed.row_version}
          where id = ${orgId}`,
        writeAudit(tx, toAuthor(ctx, orgId), {
          action: toAction(before, after),
          resourceId: toId('organization', orgId),
          before,
          after,
        }),
      ]);
      return changed;
    });
    return { data: toOperatedRecord(row), version: row.row_version };
  } catch (error) {
    if (codeOf(error) === '23505') throw externalRefTaken(error);
    throw error;
  }
}

function toAction(before: OperatedRecord, after: OperatedRecord): `organization.${string}` {
  if (before.status === after.status) return 'organization.updated';
  return after.status === 'suspended' ? 'organization.suspended' : 'organization.resumed';
}
