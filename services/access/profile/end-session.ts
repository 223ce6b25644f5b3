import { notFound } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { toLookup } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requirePerson } from './require-person.ts';

/** Ends a session of the person who asks, in whichever organization it acts. @throws {HubError} `not_found` */
export async function endSession({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  const { userId } = requirePerson(ctx);
  const id = toLookup('session', input.id);
  const [found] = await inTenant(
    ctx,
    async ({ sql }) =>
      await sql<{ org_id: string }[]>`select org_id from user_sessions where user_id = ${userId} and id = ${id}`,
  );
  if (found === undefined) throw notFound();
  const orgId = found.org_id;
  const { transaction: _, ...own } = ctx;
  // In the organization where the session acts, whose log tells of its end.
  await inTenant({ ...own, orgId }, async (tx) => {
    const { count } = await tx.sql`
      delete from user_sessions where org_id = ${orgId} and user_id = ${userId} and id = ${id}`;
    if (count === 0) throw notFound();
    await writeAudit(tx, { ...ctx, orgId }, { action: 'session.ended', resourceId: toId('session', id) });
  });
}
