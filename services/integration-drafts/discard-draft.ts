import { notFound } from '../../core/errors.ts';
import { requirePerson } from '../access/profile/require-person.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion } from '../shared/versions.ts';

/** Drops what the person who asks has not saved of an integration. @throws {HubError} `not_found`; `precondition_failed`. */
export async function discardDraft({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  const { userId } = requirePerson(ctx);
  await inTenant(ctx, async ({ sql }) => {
    const [gone] = await sql<{ row_version: number }[]>`
      delete from integration_drafts
      where org_id = ${ctx.orgId} and user_id = ${userId} and integration_id = ${toLookup('integration', input.id)}
      returning row_version`;
    if (gone === undefined) throw notFound();
    // A refusal undoes the deletion.
    requireVersion(ctx, gone.row_version);
  });
}
