import { toTimestamp } from '../../../core/clock.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { type AuditContext, writeAudit } from '../../audit-events/audit.ts';
import { mayStillMake } from '../members/may-still-make.ts';
import { listScopesOf, type RoleGrant, storedGrants } from '../people/role-grants.ts';
import { type InvitationRecord, type InvitationRow, toInvitationRecord } from './invitation.ts';

const columns = 'id, email, grants, invited_by, expires_at, accepted_at, created_at';

/**
 * Finds the newest invitation of an address whose link works, and lets nobody else use it for the rest of the transaction.
 *
 * @returns its UUID and what it gives.
 */
export async function findInvitationOf(
  tx: Transaction,
  ctx: Pick<AuditContext, 'orgId' | 'clock'>,
  email: string,
): Promise<{ id: string; grants: RoleGrant[] } | undefined> {
  const { orgId, clock } = ctx;
  const open = await tx.sql<Pick<InvitationRow, 'id' | 'grants' | 'invited_by'>[]>`
    select id, grants, invited_by from invitations
    where org_id = ${orgId} and email = ${email} and accepted_at is null and expires_at > ${toTimestamp(clock.now())}
    order by id desc for update`;
  for (const { id, grants: stored, invited_by: madeBy } of open) {
    const grants = storedGrants.parse(stored);
    if (await mayStillMake(tx, ctx, { orgId, madeBy, scopes: listScopesOf(grants) })) return { id, grants };
  }
  return undefined;
}

/** Tells of open invitations that lead nowhere since who made them could not make them any more. */
export async function markVoid(
  tx: Transaction,
  ctx: Pick<AuditContext, 'orgId' | 'clock'>,
  records: readonly InvitationRecord[],
): Promise<InvitationRecord[]> {
  const marked: InvitationRecord[] = [];
  for (const record of records) {
    const { status, invited_by: madeBy, roles } = record;
    const scopes = listScopesOf(roles.map(({ role }) => ({ role, account_id: null })));
    const isVoid = status === 'open' && !(await mayStillMake(tx, ctx, { orgId: ctx.orgId, madeBy, scopes }));
    marked.push(isVoid ? { ...record, status: 'void' } : record);
  }
  return marked;
}

/** Takes back what was not used of the invitations of somebody who is removed: they were a member without it. */
export async function takeBackInvitations(tx: Transaction, ctx: AuditContext, email: string | null): Promise<void> {
  const rows = await tx.sql<InvitationRow[]>`
    delete from invitations where org_id = ${ctx.orgId} and email = ${email} and accepted_at is null
    returning ${tx.sql.unsafe(columns)}`;
  for (const row of rows) {
    const before = toInvitationRecord(row, ctx.clock.now());
    await writeAudit(tx, ctx, { action: 'invitation.deleted', resourceId: before.id, before });
  }
}
