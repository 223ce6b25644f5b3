import type { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import { codeOf } from '../../drizzle/failures.ts';
import { writeAudit } from '../audit-events/audit.ts';
import { inTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import {
  type newOperatedRecord,
  type newOrganizationInput,
  type OperatedRow,
  toOperatedRecord,
} from './operated-organization.ts';
import { type OperatorContext, toAuthor } from './operator-context.ts';
import { inviteFirst } from './make-owner-link.ts';

/**
 * Makes an organization with one account and a link for its owner. The operator gets no key of it.
 *
 * @throws {HubError} `conflict` where another one has the `external_ref`: the request was made before.
 */
export async function createOperatedOrganization({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: z.output<typeof newOrganizationInput>;
}): Promise<Versioned<z.infer<typeof newOperatedRecord>>> {
  const now = toTimestamp(ctx.clock.now());
  const row: OperatedRow = {
    id: newUuid(),
    name: input.name,
    external_ref: input.external_ref ?? null,
    require_if_match: input.require_if_match,
    suspended_at: null,
    requests_per_minute: input.limits.requests_per_minute ?? null,
    requests_burst: input.limits.requests_burst ?? null,
    segments_max: input.limits.segments ?? null,
    row_version: 1,
    created_at: now,
    updated_at: now,
  };
  const record = toOperatedRecord(row);
  const author = toAuthor(ctx, row.id);
  try {
    return await inTenant({ database: ctx.database, orgId: row.id }, async (tx) => {
      await tx.sql`
        insert into organizations (id, name, external_ref, require_if_match, requests_per_minute, requests_burst,
                                   segments_max, created_at, updated_at)
        values (${row.id}, ${row.name}, ${row.external_ref}, ${row.require_if_match}, ${row.requests_per_minute},
                ${row.requests_burst}, ${row.segments_max}, ${now}, ${now})`;
      await Promise.all([
        tx.sql`
          insert into accounts (org_id, id, name, status, created_at, updated_at)
          values (${row.id}, ${newUuid()}, ${row.name}, 'active', ${now}, ${now})`,
        writeAudit(tx, author, { action: 'organization.created', resourceId: record.id, after: record }),
      ]);
      return { data: { ...record, owner_link: await inviteFirst(tx, author, ctx.publicUrl) }, version: 1 };
    });
  } catch (error) {
    if (codeOf(error) === '23505') throw externalRefTaken(error);
    throw error;
  }
}

export function externalRefTaken(cause: unknown): HubError {
  return new HubError('conflict', messages.externalRefTaken, { cause });
}
