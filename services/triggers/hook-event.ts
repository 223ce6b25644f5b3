import type postgres from 'postgres';
import { z } from 'zod';
import { toId } from '../../core/ids.ts';
import type { hookEvents } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';

/** An event of a vendor as the API shows it: which it was, not what it said. */
export const hookEventRecord = z
  .object({
    id: idOf('event'),
    name: z.string().meta({ description: 'As the vendor calls it.', examples: ['user.lifecycle.create'] }),
    occurred_at: timestamp.optional().meta({ description: 'When it happened, as the vendor says.' }),
    received_at: timestamp,
    run_id: idOf('run').optional().meta({
      description:
        'The run that reads what happened. Absent for a trial, and until the integration is active and its connections can be used.',
    }),
    merged_into: idOf('event').optional().meta({
      description:
        'The event that this one was merged with, by `debounce`: their item has what the newest of them said.',
    }),
    merged: z.number().int().optional().meta({
      description: 'How many other events were merged into this one. Absent where none was.',
    }),
  })
  .meta({ id: 'HookEvent' });

export type HookEventRecord = z.infer<typeof hookEventRecord>;

export type HookEventRow = Row<
  typeof hookEvents,
  'id' | 'name' | 'occurredAt' | 'receivedAt' | 'runId' | 'mergedInto'
> & { merged: number };

/** What is read of `hook_events`. */
export function eventColumns({ sql }: { sql: postgres.ISql }) {
  return sql`
    id, name, occurred_at, received_at, run_id, merged_into, (
      select count(*)::int from hook_events as other where other.org_id = hook_events.org_id and other.merged_into = hook_events.id
    ) as merged`;
}

export function toHookEventRecord(row: HookEventRow): HookEventRecord {
  return {
    id: toId('event', row.id),
    name: row.name,
    ...(row.occurred_at === null ? {} : { occurred_at: fromTime(row.occurred_at) }),
    received_at: fromTime(row.received_at),
    ...(row.run_id === null ? {} : { run_id: toId('run', row.run_id) }),
    ...(row.merged_into === null ? {} : { merged_into: toId('event', row.merged_into) }),
    ...(row.merged === 0 ? {} : { merged: row.merged }),
  };
}
