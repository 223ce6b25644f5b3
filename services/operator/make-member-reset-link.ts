import type { z } from 'zod';
import { type operatorResetInput, resetByOperator } from '../reset-links/reset-by-operator.ts';
import type { NewResetLinkRecord } from '../reset-links/reset-link.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { selectOperated } from './operated-organization.ts';
import { type OperatorContext, toAuthor } from './operator-context.ts';

/**
 * Makes a link by which a member of an organization chooses another password. Of the member the operator learns nothing.
 *
 * @throws {HubError} `not_found`; as `resetByOperator`.
 */
export function makeMemberResetLink({
  ctx,
  input: { id, ...input },
}: {
  ctx: OperatorContext;
  input: z.output<typeof operatorResetInput> & { id: string };
}): Promise<NewResetLinkRecord> {
  const orgId = toLookup('organization', id);
  return inTenant({ database: ctx.database, orgId }, async (tx) => {
    await selectOperated(tx, orgId, 'read');
    return resetByOperator(tx, { ...toAuthor(ctx, orgId), publicUrl: ctx.publicUrl }, input);
  });
}
