import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { afterQuery, pageQuery } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { eventColumns, type HookEventRecord, type HookEventRow, toHookEventRecord } from './hook-event.ts';

export const listHookEventsInput = z.strictObject({ ...pageQuery(), ...afterQuery('event', 'an event') });

/**
 * Lists the events that a workflow's hook accepted in the last 30 days, newest first. One that came again is there once.
 *
 * @throws {HubError} `not_found` for a workflow that no vendor starts.
 */
export function listHookEvents({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listHookEventsInput> & { id: string };
}): Promise<Page<HookEventRecord>> {
  requireScope(ctx, 'workflows:read');
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const [hook] = await sql<{ id: string }[]>`
      select hooks.id from hooks
      join integrations on integrations.org_id = hooks.org_id and integrations.id = hooks.integration_id
       and integrations.deleted_at is null
      where hooks.org_id = ${ctx.orgId} and workflow_id = ${toLookup('workflow', input.id)}`;
    if (hook === undefined) throw notFound();
    return listPage<HookEventRow, HookEventRecord>(tx, input, {
      kind: 'event',
      orgId: ctx.orgId,
      table: 'hook_events',
      where: sql`where org_id = ${ctx.orgId} and hook_id = ${hook.id}`,
      order: '-created_at',
      select: (page) => sql`select ${eventColumns(tx)} from hook_events ${page}`,
      toItem: toHookEventRecord,
    });
  });
}
