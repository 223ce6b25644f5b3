import { z } from 'zod';
import { adminScopes } from '../admin-scopes.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireMember } from './select-members.ts';

export const endedSessionsRecord = z
  .object({ ended: z.number().int().meta({ description: 'How many sessions there were.' }) })
  .meta({ id: 'EndedSessions' });

/** Ends every session of a member in the organization, for a lost device. @throws {HubError} `not_found` */
export async function endMemberSessions({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<z.infer<typeof endedSessionsRecord>> {
  requireScope(ctx, adminScopes.write);
  return inTenant(ctx, async (tx) => {
    const row = await requireMember(tx, ctx.orgId, input.id, 'lock');
    const [{ count }] = await Promise.all([
      tx.sql`delete from user_sessions where org_id = ${ctx.orgId} and user_id = ${row.user_id}`,
      writeAudit(tx, ctx, { action: 'member.sessions_ended', resourceId: input.id }),
    ]);
    return { ended: count };
  });
}
