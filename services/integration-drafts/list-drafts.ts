import { requirePerson } from '../access/profile/require-person.ts';
import type { ServiceContext } from '../shared/context.ts';
import { inTenant } from '../shared/transaction.ts';
import { type DraftSummary, type DraftSummaryRow, toDraftSummary } from './draft.ts';

/** The list is short: nobody works on more at once. */
const draftsMax = 200;

/** Lists the integrations of which the person who asks has unsaved work, what was changed last first. */
export async function listDrafts({ ctx }: { ctx: ServiceContext }): Promise<DraftSummary[]> {
  const { userId } = requirePerson(ctx);
  const rows = await inTenant(
    ctx,
    ({ sql }) => sql<DraftSummaryRow[]>`
      select integration_id, integrations.name, drafts.created_at, drafts.updated_at, drafts.row_version
      from integration_drafts as drafts
      join integrations on integrations.org_id = drafts.org_id and integrations.id = drafts.integration_id
      where drafts.org_id = ${ctx.orgId} and drafts.user_id = ${userId} and integrations.deleted_at is null
      order by drafts.updated_at desc, integration_id limit ${draftsMax}`,
  );
  return rows.map(toDraftSummary);
}
