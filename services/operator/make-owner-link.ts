import { toTimestamp } from '../../core/clock.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { inviteOwner } from '../access/organizations/invite-owner.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { type OwnerLinkRecord, selectOperated } from './operated-organization.ts';
import { type OperatorContext, toAuthor } from './operator-context.ts';

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** Makes a link whose holder becomes an owner, once. Earlier ones of the operator end. @throws {HubError} `not_found` */
export function makeOwnerLink({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { id: string };
}): Promise<OwnerLinkRecord> {
  const orgId = toLookup('organization', input.id);
  return inTenant({ database: ctx.database, orgId }, async (tx) => {
    await selectOperated(tx, orgId, 'read');
    return inviteFirst(tx, toAuthor(ctx, orgId), ctx.publicUrl);
  });
}

/** @returns the only copy of the link. */
export async function inviteFirst(
  tx: Transaction,
  author: ReturnType<typeof toAuthor>,
  publicUrl: string,
): Promise<OwnerLinkRecord> {
  const url = await inviteOwner(tx, author, { publicUrl });
  return { url, expires_at: toTimestamp(author.clock.now() + lifetimeMs) };
}
