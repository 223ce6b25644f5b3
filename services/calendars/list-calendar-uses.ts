import { z } from 'zod';
import { integrationStatuses } from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { afterQuery, pageQuery } from '../shared/pages.ts';
import { idOf } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { selectCalendar } from './select-calendar.ts';

export const listCalendarUsesInput = z.strictObject({
  ...pageQuery(),
  ...afterQuery('integration', 'an integration'),
});

/** An integration that names a calendar as a window. */
export const calendarUseRecord = z
  .object({
    id: idOf('integration'),
    name: z.string(),
    status: z.enum(integrationStatuses),
    runs_use_it: z.boolean().meta({ description: 'The active revision names it, and not only the newest one.' }),
  })
  .meta({ id: 'CalendarUse' });

type CalendarUse = z.infer<typeof calendarUseRecord>;

/** Lists the integrations whose newest or active revision names a calendar. @throws {HubError} `not_found` */
export async function listCalendarUses({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listCalendarUsesInput> & { id: string };
}): Promise<Page<CalendarUse>> {
  requireScope(ctx, 'integrations:read');
  const { orgId } = ctx;
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const calendar = await selectCalendar(tx, orgId, input.id);
    const names = sql`revisions.calendar_ids @> array[${calendar.id}::uuid]`;
    const where = sql`
      where integrations.org_id = ${orgId} and integrations.deleted_at is null and integrations.id in (
        select revisions.integration_id from integration_revisions as revisions
        join integrations as users on users.org_id = revisions.org_id and users.id = revisions.integration_id
          and revisions.revision in (users.revision, users.active_revision)
        where revisions.org_id = ${orgId} and ${names}
      )`;
    return listPage<CalendarUse, CalendarUse>(tx, input, {
      kind: 'integration',
      orgId,
      table: 'integrations',
      where,
      order: 'created_at',
      select: (page) => sql`
        select id, name, status, status = 'active' and exists (
          select 1 from integration_revisions as revisions
          where revisions.org_id = integrations.org_id and revisions.integration_id = integrations.id
            and revisions.revision = integrations.active_revision and ${names}
        ) as runs_use_it
        from integrations ${page}`,
      toItem: (row) => ({ ...row, id: toId('integration', row.id) }),
    });
  });
}
