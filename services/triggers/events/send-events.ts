import { createHash } from 'node:crypto';
import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { HubError, notFound } from '../../../core/errors.ts';
import { newUuid } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { instant, toLookup } from '../../shared/schemas.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { eventColumns, type HookEventRecord, type HookEventRow, toHookEventRecord } from '../hook-event.ts';
import type { HookPlace } from '../hook-place.ts';
import { startWaitingEvents } from '../start-waiting-events.ts';
import { findKnown, insertEvents, type NewEvent } from '../store-events.ts';

const eventsMax = 1000;

export const sendEventsInput = z
  .strictObject({
    trigger: z.string().max(64).optional().meta({
      description: 'Id of the event trigger that they are for. Default: the first one of the integration.',
    }),
    events: z
      .array(
        z.strictObject({
          id: z.string().min(1).max(255).optional().meta({
            description: 'The same each time the event is sent: one that came before is accepted, and starts nothing.',
          }),
          name: z
            .string()
            .min(1)
            .max(255)
            .default('changed')
            .meta({ description: 'For people.', example: 'employee.changed' }),
          occurred_at: instant.optional().meta({ format: 'date-time', description: 'When it happened.' }),
        }),
      )
      .min(1)
      .max(eventsMax),
  })
  .meta({ id: 'SendEventsInput' });

/**
 * Takes events of a program for an event trigger: the source has changed. They are stored with the run that reads it, in one
 * transaction, as those of vendors are.
 *
 * @returns the events as they were stored now, or before.
 * @throws {HubError} `not_found`; `invalid_state` for an integration without an event trigger, or without the one named.
 */
export async function sendEvents({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof sendEventsInput> & { id: string };
}): Promise<HookEventRecord[]> {
  requireScope(ctx, 'integrations:execute');
  const integrationId = toLookup('integration', input.id);
  const now = toTimestamp(ctx.clock.now());
  const events = input.events.map(toNewEvent);
  return inTenant(ctx, async (tx) => {
    const hook = await findHook(tx, { orgId: ctx.orgId, integrationId, trigger: input.trigger });
    const added = await insertEvents(tx, hook, events, now);
    if (added.size > 0) {
      await Promise.all([
        startWaitingEvents(tx, hook, now),
        writeAudit(tx, ctx, {
          action: 'integration.events_sent',
          resourceId: input.id,
          changes: { events: added.size },
        }),
      ]);
    }
    const known = await findKnown(tx, hook, events);
    const ids = events.map(({ id, keyHash }) => known.get(keyHash ?? '') ?? id);
    const rows = await tx.sql<HookEventRow[]>`
      select ${eventColumns(tx)} from hook_events
      where org_id = ${ctx.orgId} and id = any(${ids}::uuid[])`;
    const rowOf = new Map(rows.map((row) => [row.id, toHookEventRecord(row)]));
    return ids.flatMap((id) => rowOf.get(id) ?? []);
  });
}

function toNewEvent({ id: key, name, occurred_at: at }: z.infer<typeof sendEventsInput>['events'][number]): NewEvent {
  const keyHash = key === undefined ? null : createHash('sha256').update(key).digest('hex');
  return { id: newUuid(), key, keyHash, name, at: at === undefined ? undefined : new Date(at), isTest: false };
}

async function findHook(
  { sql }: Transaction,
  { orgId, integrationId, trigger }: { orgId: string; integrationId: string; trigger: string | undefined },
): Promise<HookPlace> {
  const [[integration], [hook]] = await Promise.all([
    sql`select 1 from integrations where org_id = ${orgId} and id = ${integrationId} and deleted_at is null`,
    sql<{ id: string; workflow_id: string }[]>`
      select hooks.id, workflow_id from hooks
      join workflows on workflows.org_id = hooks.org_id and workflows.id = hooks.workflow_id and workflows.type = 'event'
      where hooks.org_id = ${orgId} and hooks.integration_id = ${integrationId}
        ${trigger === undefined ? sql`` : sql`and trigger_key = ${trigger}`}
      order by workflows.id limit 1`,
  ]);
  if (integration === undefined) throw notFound();
  if (hook === undefined) throw new HubError('invalid_state', messages.eventTriggerMissing);
  return { orgId, integrationId, id: hook.id, workflowId: hook.workflow_id };
}
