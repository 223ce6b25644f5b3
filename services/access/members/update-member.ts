import { toTimestamp } from '../../../core/clock.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { adminScopes } from '../admin-scopes.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { type Change, listChanges, parseChange } from '../../shared/change.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { listScopesOf, readGrants, type RoleGrant, storedGrants } from '../people/role-grants.ts';
import { requireScope, requireScopesOf } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion, type Versioned } from '../../shared/versions.ts';
import { type MemberRecord, type MemberRow, memberState, toMemberRecord } from './member.ts';
import { requireGrantable } from './require-grantable.ts';
import { requireOwnerLeft } from './require-owner-left.ts';
import { requireMember } from './select-members.ts';

const members = Object.keys(memberState.shape);

/**
 * Changes the roles of a member, suspends them or lets them in again. Takes effect within a second, in sessions too; those of a
 * suspended member end.
 *
 * @throws {HubError} `not_found`; `invalid_request`; `insufficient_scope` where the member may do more than the caller, before or
 *   after; `resource_in_use` for the last owner; as `requireVersion`.
 */
export async function updateMember({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Change;
}): Promise<Versioned<MemberRecord>> {
  requireScope(ctx, adminScopes.write);
  const row = await inTenant(ctx, async (tx) => {
    const current = await requireMember(tx, ctx.orgId, input.id, 'lock');
    const before = toMemberRecord(current);
    const held = storedGrants.parse(current.grants);
    requireScopesOf(ctx, listScopesOf([...held, ...storedGrants.parse(current.group_grants)]));
    const state = parseChange(memberState, before, members, { ...input, change: withoutUse(input.change) }, () =>
      requireVersion(ctx, current.row_version),
    );
    const grants = readGrants(state.roles);
    const next = { ...current, status: state.status, grants };
    const changed = listChanges(before, toMemberRecord(next));
    if (changed.length === 0) return current;
    if (changed.includes('roles')) await requireGrantable(tx, ctx, grants);
    const wasOwner = current.status === 'active' && isOwner(held);
    if (wasOwner && !(next.status === 'active' && isOwner(grants))) {
      await requireOwnerLeft(tx, ctx.orgId, current.user_id);
    }
    return store(tx, ctx, { current, next, grants, before });
  });
  return { data: toMemberRecord(row), version: row.row_version };
}

/** A member may have been active since the record was read: what tells of that is passed over, whatever it says. */
function withoutUse({ last_seen_at: _at, ...change }: JsonObject): JsonObject {
  return change;
}

function isOwner(grants: readonly RoleGrant[]): boolean {
  return grants.some(({ role }) => role === 'owner');
}

async function store(
  tx: Transaction,
  ctx: ServiceContext,
  change: { current: MemberRow; next: MemberRow; grants: readonly RoleGrant[]; before: MemberRecord },
): Promise<MemberRow> {
  const { sql } = tx;
  const { current, grants, before } = change;
  const { orgId } = ctx;
  const userId = current.user_id;
  const now = toTimestamp(ctx.clock.now());
  const stored = { ...change.next, updated_at: now, row_version: current.row_version + 1 };
  await sql`delete from role_grants where org_id = ${orgId} and user_id = ${userId}`;
  await Promise.all([
    sql`
      insert into role_grants (org_id, user_id, role, account_id)
      select ${orgId}, ${userId}, role, account_id
      from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as given (role text, account_id uuid)`,
    sql`
      update memberships set status = ${stored.status}, updated_at = ${now}, row_version = row_version + 1
      where org_id = ${orgId} and user_id = ${userId}`,
    ...(stored.status === 'suspended'
      ? [sql`delete from user_sessions where org_id = ${orgId} and user_id = ${userId}`]
      : []),
    writeAudit(tx, ctx, {
      action: 'member.updated',
      resourceId: before.id,
      before,
      after: toMemberRecord(stored),
    }),
  ]);
  return stored;
}
