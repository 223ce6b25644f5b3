import { toTimestamp } from '../../core/clock.ts';
import { HubError, notFound } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import { requirePerson } from '../access/profile/require-person.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toJsonb } from '../shared/rows.ts';
import { toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import { type DraftInput, type DraftSummary, type DraftSummaryRow, toDraftSummary } from './draft.ts';

/**
 * Keeps what a person has not saved yet of an integration. It changes nothing of the integration, so the audit log knows nothing of it.
 *
 * What is kept already is replaced only by a request that names its version: another browser of the same person may have gone on with it.
 *
 * @throws {HubError} `forbidden` for programs; `not_found`; `precondition_failed`; `precondition_required`.
 */
export async function saveDraft({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: DraftInput & { id: string };
}): Promise<Versioned<DraftSummary>> {
  const { userId } = requirePerson(ctx);
  requireScope(ctx, 'integrations:write');
  const id = toLookup('integration', input.id);
  const now = toTimestamp(ctx.clock.now());
  return inTenant(ctx, async ({ sql }) => {
    const [integration] = await sql<{ name: string }[]>`
      select name from integrations where org_id = ${ctx.orgId} and id = ${id} and deleted_at is null`;
    if (integration === undefined) throw notFound();
    const place = sql`org_id = ${ctx.orgId} and user_id = ${userId} and integration_id = ${id}`;
    const values = {
      definition: toJsonb(input.definition),
      base: toJsonb(input.base),
    };
    const [made] = await sql<Omit<DraftSummaryRow, 'name'>[]>`
      insert into integration_drafts
        (org_id, user_id, integration_id, definition, base, base_etag, row_version, created_at, updated_at)
      values (${ctx.orgId}, ${userId}, ${id}, ${values.definition}, ${values.base}, ${input.base_etag}, 1, ${now}, ${now})
      on conflict do nothing
      returning integration_id, created_at, updated_at, row_version`;
    if (made !== undefined) return { data: toDraftSummary({ ...made, ...integration }), version: made.row_version };
    const [kept] = await sql<{ row_version: number }[]>`
      select row_version from integration_drafts where ${place} for no key update`;
    if (ctx.ifMatch === undefined) throw new HubError('precondition_required', messages.versionMissing);
    requireVersion(ctx, kept?.row_version ?? 0);
    const [row] = await sql<Omit<DraftSummaryRow, 'name'>[]>`
      update integration_drafts
      set definition = ${values.definition}, base = ${values.base}, base_etag = ${input.base_etag},
          row_version = row_version + 1, updated_at = ${now}
      where ${place}
      returning integration_id, created_at, updated_at, row_version`;
    if (row === undefined) throw notFound();
    return { data: toDraftSummary({ ...row, ...integration }), version: row.row_version };
  });
}
