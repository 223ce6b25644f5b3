import { notFound } from '../../core/errors.ts';
import { requirePerson } from '../access/profile/require-person.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import { type DraftRecord, type DraftRow, toDraftRecord } from './draft.ts';

/** Reads what the person who asks has not saved yet of an integration. @throws {HubError} `not_found` */
export async function getDraft({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<DraftRecord>> {
  const { userId } = requirePerson(ctx);
  const [row] = await inTenant(
    ctx,
    ({ sql }) => sql<DraftRow[]>`
      select integration_id, integrations.name, drafts.created_at, drafts.updated_at, drafts.row_version, definition, base, base_etag
      from integration_drafts as drafts
      join integrations on integrations.org_id = drafts.org_id and integrations.id = drafts.integration_id
      where drafts.org_id = ${ctx.orgId} and drafts.user_id = ${userId}
        and integration_id = ${toLookup('integration', input.id)} and integrations.deleted_at is null`,
  );
  if (row === undefined) throw notFound();
  return { data: toDraftRecord(row), version: row.row_version };
}
