import { notFound } from '../../../core/errors.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { whereWithinReach } from '../../runs/within-reach.ts';
import { requireScope } from '../../shared/scopes.ts';
import { toLookup } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { nameMakers, type RevisionRecord, toRevisionRecord } from './revision.ts';
import { selectRevisions, toRevisionNumber } from './select-revisions.ts';

/** Reads one revision of an integration. @throws {HubError} `not_found` */
export async function getRevision({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; revision: string };
}): Promise<RevisionRecord> {
  requireScope(ctx, 'integrations:read');
  const [revision] = await inTenant(ctx, async (tx) => {
    const rows = await selectRevisions(
      tx,
      'with definition',
      tx.sql`where revisions.org_id = ${ctx.orgId} and revisions.revision = ${toRevisionNumber(input.revision)}
          ${whereWithinReach(tx, ctx, 'revisions.integration_id')}
               and revisions.integration_id = ${toLookup('integration', input.id)}`,
    );
    return nameMakers(tx, ctx.orgId, rows.map(toRevisionRecord));
  });
  if (revision === undefined) throw notFound();
  return revision;
}
