import type { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { HubError, invalidRequest } from '../../../core/errors.ts';
import { newUuid, toId } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { codeOf } from '../../../drizzle/failures.ts';
import { adminScopes } from '../admin-scopes.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { type Change, listChanges, parseChange } from '../../shared/change.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { toLookup } from '../../shared/schemas.ts';
import { requireScope, requireScopesOf } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion, type Versioned } from '../../shared/versions.ts';
import { requireGrantable } from '../members/require-grantable.ts';
import { listScopesOf, readGrants, type RoleGrant, storedGrants } from '../people/role-grants.ts';
import { groupInput, groupMembers, type GroupRecord, requireGroup, toGroupRecord } from './group.ts';
import { setGroupMembers } from './set-group-members.ts';

const groupsMax = 1000;

type GroupInput = z.output<typeof groupInput>;

/**
 * Makes a group, with roles that may do no more than the caller.
 *
 * @throws {HubError} `insufficient_scope`, `forbidden` or `invalid_request` as `requireGrantable`; `conflict` for a name that is
 *   taken; `invalid_state` beyond a thousand groups.
 */
export async function createGroup({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: GroupInput;
}): Promise<Versioned<GroupRecord>> {
  requireScope(ctx, adminScopes.write);
  const id = newUuid();
  const row = await refuseTwins(() =>
    inTenant(ctx, async (tx) => {
      const [{ count } = { count: 0 }] = await tx.sql<{ count: number }[]>`
        select count(*) from user_groups where org_id = ${ctx.orgId}`;
      if (count >= groupsMax) throw new HubError('invalid_state', messages.groupsTooMany({ max: groupsMax }));
      const now = toTimestamp(ctx.clock.now());
      await tx.sql`
        insert into user_groups (org_id, id, name, source, created_at, updated_at)
        values (${ctx.orgId}, ${id}, ${input.name}, 'manual', ${now}, ${now})`;
      await store(tx, ctx, id, { grants: await checkGrants(tx, ctx, input), members: input.members });
      const made = await requireGroup(tx, ctx.orgId, toId('group', id));
      const record = toGroupRecord(made);
      await writeAudit(tx, ctx, { action: 'group.created', resourceId: record.id, after: record });
      return made;
    }),
  );
  return { data: toGroupRecord(row), version: row.row_version };
}

/**
 * Changes a group: its members have its roles within a second, in sessions too.
 *
 * @throws {HubError} as `createGroup`; `not_found`; `insufficient_scope` for a group that may do more than the caller;
 *   `invalid_state` for name and members of a group of the identity provider; as `requireVersion`.
 */
export async function updateGroup({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Change;
}): Promise<Versioned<GroupRecord>> {
  requireScope(ctx, adminScopes.write);
  const row = await refuseTwins(() =>
    inTenant(ctx, async (tx) => {
      const current = await requireGroup(tx, ctx.orgId, input.id, 'lock');
      const before = toGroupRecord(current);
      requireScopesOf(ctx, listScopesOf(storedGrants.parse(current.grants)));
      const next = parseChange(groupInput, before, groupMembers, input, () => requireVersion(ctx, current.row_version));
      const members = [...new Set(next.members)].toSorted();
      const changed = listChanges(
        { name: before.name, roles: before.roles, members: before.members.toSorted() },
        { name: next.name, roles: next.roles, members },
      );
      if (changed.length === 0) return current;
      if (current.source === 'scim' && changed.some((name) => name !== 'roles')) {
        throw new HubError('invalid_state', messages.groupOfProvider);
      }
      await tx.sql`
        update user_groups set name = ${next.name}, updated_at = ${toTimestamp(ctx.clock.now())},
               row_version = row_version + 1
        where org_id = ${ctx.orgId} and id = ${current.id}`;
      await store(tx, ctx, current.id, { grants: await checkGrants(tx, ctx, next), members });
      const stored = await requireGroup(tx, ctx.orgId, input.id);
      await writeAudit(tx, ctx, {
        action: 'group.updated',
        resourceId: input.id,
        before,
        after: toGroupRecord(stored),
      });
      return stored;
    }),
  );
  return { data: toGroupRecord(row), version: row.row_version };
}

/** Deletes a group; its members lose the roles that it gave. @throws {HubError} `not_found`; `insufficient_scope` */
export async function deleteGroup({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  requireScope(ctx, adminScopes.write);
  await inTenant(ctx, async (tx) => {
    const row = await requireGroup(tx, ctx.orgId, input.id, 'lock');
    requireScopesOf(ctx, listScopesOf(storedGrants.parse(row.grants)));
    requireVersion(ctx, row.row_version);
    await Promise.all([
      tx.sql`delete from user_groups where org_id = ${ctx.orgId} and id = ${row.id}`,
      writeAudit(tx, ctx, { action: 'group.deleted', resourceId: input.id, before: toGroupRecord(row) }),
    ]);
  });
}

async function checkGrants(
  tx: Transaction,
  ctx: ServiceContext,
  { roles }: Pick<GroupInput, 'roles'>,
): Promise<RoleGrant[]> {
  const grants = readGrants(roles);
  await requireGrantable(tx, ctx, grants);
  return grants;
}

async function store(
  tx: Transaction,
  { orgId }: ServiceContext,
  groupId: string,
  { grants, members }: { grants: readonly RoleGrant[]; members: readonly string[] },
): Promise<void> {
  const { sql } = tx;
  const { unknown } = await setGroupMembers(tx, orgId, groupId, [
    ...new Set(members.map((id) => toLookup('user', id))),
  ]);
  if (unknown > 0) {
    throw invalidRequest(messages.bodyInvalid, [
      { path: 'members', code: 'unknown_member', message: messages.memberUnknown },
    ]);
  }
  await sql`delete from user_group_grants where org_id = ${orgId} and group_id = ${groupId}`;
  await sql`
    insert into user_group_grants (org_id, group_id, role, account_id)
    select ${orgId}, ${groupId}, role, account_id
    from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as given (role text, account_id uuid)`;
}

async function refuseTwins<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw codeOf(error) === '23505' ? new HubError('conflict', messages.groupExists, { cause: error }) : error;
  }
}
