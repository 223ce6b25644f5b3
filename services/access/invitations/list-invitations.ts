import { z } from 'zod';
import { type Page, toOffset } from '../../../core/pagination.ts';
import { adminScopes } from '../admin-scopes.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { toShortPage } from '../../shared/list-page.ts';
import { pageQuery } from '../../shared/pages.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { type InvitationRecord, type InvitationRow, toInvitationRecord } from './invitation.ts';
import { markVoid } from './open-invitations.ts';

export const listInvitationsInput = z.strictObject({ ...pageQuery() });

/** Lists the invitations of the organization, newest first. They are kept for a month after they expire. */
export function listInvitations({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listInvitationsInput>;
}): Promise<Page<InvitationRecord>> {
  requireScope(ctx, adminScopes.read);
  const now = ctx.clock.now();
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const { limit, offset } = toOffset(input);
    const page = sql<InvitationRow[]>`
      select id, email, grants, invited_by, expires_at, accepted_at, created_at from invitations
      where org_id = ${ctx.orgId} order by id desc limit ${limit} offset ${offset}`;
    const count = sql<{ total: number }[]>`select count(*) as total from invitations where org_id = ${ctx.orgId}`;
    const found = await toShortPage(input, [page, count], (row) => toInvitationRecord(row, now));
    return { ...found, items: await markVoid(tx, ctx, found.items) };
  });
}
