import { z } from 'zod';
import type { Page } from '../../core/pagination.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { afterQuery, pageQuery } from '../shared/pages.ts';
import { toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { type ApprovalRecord, type ApprovalRow, approvalStatuses, nameDeciders, toApprovalRecord } from './approval.ts';
import { selectApprovals, whereFirst, whereMine } from './select-approvals.ts';
import { readVoices } from './voices.ts';

export const listApprovalsInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(approvalStatuses).optional(),
  mine: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true`: only those that the caller may decide on, and has not yet.' }),
  integration_id: z.string().optional().meta({ description: 'Only those of an integration.' }),
  run_id: z.string().optional().meta({ description: 'Only those of a run.' }),
  ...afterQuery('approval', 'an approval'),
});

/** Lists approvals, newest first. @throws {HubError} `not_found` */
export function listApprovals({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listApprovalsInput>;
}): Promise<Page<ApprovalRecord>> {
  requireScope(ctx, 'runs:read');
  const integration = input.integration_id === undefined ? undefined : toLookup('integration', input.integration_id);
  const run = input.run_id === undefined ? undefined : toLookup('run', input.run_id);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const voices = await readVoices(tx, ctx);
    const where = sql`
      where waits.org_id = ${ctx.orgId} and waits.kind = 'approval' and ${whereFirst(tx)}
      ${input.status === undefined ? sql`` : sql`and waits.status = ${input.status}`}
      ${integration === undefined ? sql`` : sql`and waits.integration_id = ${integration}`}
      ${run === undefined ? sql`` : sql`and waits.run_id = ${run}`}
      ${input.mine === 'true' ? sql`and ${whereMine(tx, ctx, voices)}` : sql``}
      ${whereWithinReach(tx, ctx, 'waits.integration_id')}`;
    const { items, meta } = await listPage<ApprovalRow, ApprovalRecord>(tx, input, {
      kind: 'approval',
      orgId: ctx.orgId,
      table: 'waits',
      where,
      order: '-created_at',
      select: (page) => selectApprovals(tx, ctx, voices, page),
      toItem: (row) => toApprovalRecord(row, voices),
    });
    return { items: await nameDeciders(tx, ctx.orgId, items), meta };
  });
}
