import { adminScopes } from '../admin-scopes.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import type { Versioned } from '../../shared/versions.ts';
import { type MemberRecord, toMemberRecord } from './member.ts';
import { requireMember } from './select-members.ts';

/** Reads one member. @throws {HubError} `not_found` */
export async function getMember({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<MemberRecord>> {
  requireScope(ctx, adminScopes.read);
  const row = await inTenant(ctx, (tx) => requireMember(tx, ctx.orgId, input.id));
  return { data: toMemberRecord(row), version: row.row_version };
}
