import { z } from 'zod';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { afterQuery, createdQuery, pageQuery, whereCreated } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { type DeadLetterRecord, type DeadLetterRow, deadLetterStatuses, toDeadLetterRecord } from './dead-letter.ts';
import { requireRun } from './require-run.ts';
import { failureQuery, whereFailure } from './where-failure.ts';

export const listDeadLettersInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(deadLetterStatuses).optional(),
  ...failureQuery,
  ...createdQuery,
  ...afterQuery('deadLetter', 'a record of this list'),
});

/** Lists the records that a run could not process, oldest first. @throws {HubError} `not_found` */
export function listDeadLetters({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listDeadLettersInput> & { id: string };
}): Promise<Page<DeadLetterRecord>> {
  requireScope(ctx, 'runs:read');
  requireScope(ctx, 'records:read');
  const id = toLookup('run', input.id);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const status = {
      failed: sql`and resolved_by is null`,
      resolved: sql`and resolved_by is not null and dismissed_at is null`,
      dismissed: sql`and resolved_by is not null and dismissed_at is not null`,
    };
    const where = sql`
      where org_id = ${ctx.orgId} and run_id = ${id} ${input.status === undefined ? sql`` : status[input.status]}
      ${whereFailure(tx, 'dead_letters', input)}
      ${whereCreated(tx, { time: 'dead_letters.created_at', id: 'dead_letters.id' }, input)}`;
    const [, page] = await Promise.all([
      requireRun(tx, ctx, id),
      listPage<DeadLetterRow, DeadLetterRecord>(tx, input, {
        kind: 'deadLetter',
        orgId: ctx.orgId,
        table: 'dead_letters',
        where,
        order: 'created_at',
        select: (rows) =>
          sql`select id, source_key, step, item_id, code, field, message, masked, resolved_by, dismissed_at, dismissed_by, created_at from dead_letters ${rows}`,
        toItem: toDeadLetterRecord,
      }),
    ]);
    return page;
  });
}
