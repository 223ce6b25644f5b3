import { HubError } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion } from '../shared/versions.ts';
import { toCalendarInput } from './calendar.ts';
import { selectCalendar } from './select-calendar.ts';

/** A response names at most this many of the integrations that prevent it. */
const namedUsersMax = 10;

/**
 * Deletes a calendar that no live integration names, neither in its newest or active revision nor in one of a run that has not
 * ended.
 *
 * @throws {HubError} `not_found`; `resource_in_use`, naming the integrations; as `requireVersion`.
 */
export async function deleteCalendar({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  requireScope(ctx, 'integrations:write');
  const { orgId } = ctx;
  await inTenant(ctx, async (tx) => {
    const calendar = await selectCalendar(tx, orgId, input.id, 'delete');
    requireVersion(ctx, calendar.row_version);
    await requireUnused(tx, orgId, calendar.id);
    await Promise.all([
      tx.sql`delete from calendars where org_id = ${orgId} and id = ${calendar.id}`,
      writeAudit(tx, ctx, {
        action: 'calendar.deleted',
        resourceId: input.id,
        before: toCalendarInput(calendar),
        changes: { name: calendar.name },
      }),
    ]);
  });
}

async function requireUnused({ sql }: Transaction, orgId: string, calendarId: string): Promise<void> {
  const users = await sql<{ id: string }[]>`
    select distinct integrations.id from integrations
    join integration_revisions as revisions
      on revisions.org_id = integrations.org_id and revisions.integration_id = integrations.id
    where integrations.org_id = ${orgId} and integrations.deleted_at is null
      and revisions.calendar_ids @> array[${calendarId}::uuid]
      and (revisions.revision in (integrations.revision, integrations.active_revision) or exists (
        select 1 from runs where runs.org_id = ${orgId} and runs.integration_id = integrations.id
          and runs.revision = revisions.revision and runs.finished_at is null
      ))
    order by integrations.id limit ${namedUsersMax}`;
  if (users.length === 0) return;
  throw new HubError('resource_in_use', messages.calendarInUse, {
    details: { integrations: users.map(({ id }) => toId('integration', id)) },
  });
}
