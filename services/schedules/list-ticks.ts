import { z } from 'zod';
import { tickStatuses } from '../../core/enums.ts';
import { notFound } from '../../core/errors.ts';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { cursorQuery, pageQuery } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { type TickRecord, type TickRow, toTickRecord } from './tick.ts';

export const listTicksInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(tickStatuses).optional(),
  ...cursorQuery('tick', 'a tick'),
});

/**
 * Lists the times of a workflow's schedule that have come, newest first, and what became of each. They are kept as long as runs.
 *
 * @throws {HubError} `not_found` for a workflow that has no schedule.
 */
export function listTicks({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listTicksInput> & { id: string };
}): Promise<Page<TickRecord>> {
  requireScope(ctx, 'workflows:read');
  const workflowId = toLookup('workflow', input.id);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const [schedule] = await sql`
      select 1 from schedules
      join integrations on integrations.org_id = schedules.org_id and integrations.id = schedules.integration_id
       and integrations.deleted_at is null
      where schedules.org_id = ${ctx.orgId} and workflow_id = ${workflowId}`;
    if (schedule === undefined) throw notFound();
    const status = input.status === undefined ? sql`` : sql`and status = ${input.status}`;
    return listPage<TickRow, TickRecord>(tx, input, {
      kind: 'tick',
      orgId: ctx.orgId,
      table: 'schedule_ticks',
      where: sql`where org_id = ${ctx.orgId} and workflow_id = ${workflowId} ${status}`,
      order: '-created_at',
      select: (page) => sql`select id, scheduled_at, status, reason, run_id, created_at from schedule_ticks ${page}`,
      toItem: toTickRecord,
    });
  });
}
