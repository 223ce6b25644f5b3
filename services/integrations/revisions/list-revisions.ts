import { z } from 'zod';
import { type Page, toOffset } from '../../../core/pagination.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { toShortPage } from '../../shared/list-page.ts';
import { pageQuery } from '../../shared/pages.ts';
import { requireScope } from '../../shared/scopes.ts';
import { toLookup } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireIntegration } from '../require-integration.ts';
import { nameMakers, type RevisionRow, type RevisionSummary, toRevisionSummary } from './revision.ts';
import { selectRevisions } from './select-revisions.ts';

export const listRevisionsInput = z.strictObject(pageQuery());

/** Lists the revisions of an integration, newest first. @throws {HubError} `not_found` */
export function listRevisions({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listRevisionsInput> & { id: string };
}): Promise<Page<RevisionSummary>> {
  requireScope(ctx, 'integrations:read');
  const { limit, offset } = toOffset(input);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const id = toLookup('integration', input.id);
    const where = sql`where revisions.org_id = ${ctx.orgId} and revisions.integration_id = ${id}`;
    const newestFirst = sql`order by revisions.revision desc`;
    const [, page] = await Promise.all([
      requireIntegration(tx, ctx.orgId, input.id),
      toShortPage<RevisionRow, RevisionSummary>(
        input,
        [
          selectRevisions(
            tx,
            'without',
            sql`
              ${where} and revisions.revision = any(array(
                select revision from integration_revisions as revisions
                ${where} ${newestFirst} limit ${limit} offset ${offset}
              )) ${newestFirst}`,
          ),
          sql<{ total: number }[]>`select count(*) as total from integration_revisions as revisions ${where}`,
        ],
        toRevisionSummary,
      ),
    ]);
    return { ...page, items: await nameMakers(tx, ctx.orgId, page.items) };
  });
}
