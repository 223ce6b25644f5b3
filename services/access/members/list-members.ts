import { z } from 'zod';
import { membershipStatuses, roles } from '../../../core/enums.ts';
import type { Page } from '../../../core/pagination.ts';
import { adminScopes } from '../admin-scopes.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { toShortPage } from '../../shared/list-page.ts';
import { nameQuery, pageQuery } from '../../shared/pages.ts';
import { toOffset } from '../../../core/pagination.ts';
import { requireScope } from '../../shared/scopes.ts';
import { readTenant } from '../../shared/transaction.ts';
import { type MemberRecord, toMemberRecord } from './member.ts';
import { selectMembers } from './select-members.ts';

export const listMembersInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(membershipStatuses).optional(),
  q: nameQuery.q.meta({ description: 'A part of the name or of the e-mail address, in any case.' }),
  role: z.enum(roles).optional().meta({ description: 'Only those who have this role, anywhere.' }),
});

/** Lists the members of the organization by name. */
export function listMembers({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listMembersInput>;
}): Promise<Page<MemberRecord>> {
  requireScope(ctx, adminScopes.read);
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const { limit, offset } = toOffset(input);
    const status = input.status === undefined ? sql`` : sql`and members.status = ${input.status}`;
    const role =
      input.role === undefined
        ? sql``
        : sql`and exists (
            select 1 from role_grants
            where role_grants.org_id = ${ctx.orgId} and role_grants.user_id = members.user_id and role = ${input.role}
          )`;
    const called =
      input.q === undefined
        ? sql``
        : sql`and exists (
            select 1 from users, lower(${input.q}) as part
            where users.id = members.user_id and (position(part in lower(users.name)) > 0 or position(part in users.email) > 0)
          )`;
    const where = sql`where members.org_id = ${ctx.orgId} ${status} ${role} ${called}`;
    const order = sql`order by members.name_key, members.user_id`;
    // By their ids first: roles and last uses are read of those on the page alone.
    const ids = sql`
      select members.user_id from memberships as members ${where} ${order} limit ${limit} offset ${offset}`;
    const page = selectMembers(
      tx,
      ctx.orgId,
      sql`where members.org_id = ${ctx.orgId} and members.user_id = any(array(${ids})) ${order}`,
    );
    const count = sql<{ total: number }[]>`select count(*) as total from memberships as members ${where}`;
    return toShortPage(input, [page, count], toMemberRecord);
  });
}
