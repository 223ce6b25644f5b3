import { z } from 'zod';
import { tickReasons, tickStatuses } from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import type { scheduleTicks } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';

/** A time of a schedule as the API shows it. @see docs/triggers.md#ticks */
export const tickRecord = z
  .object({
    id: idOf('tick'),
    scheduled_at: timestamp.meta({ description: 'The time that the schedule asked for, without its delay.' }),
    status: z.enum(tickStatuses).meta({
      description:
        '`ran`: it made a run. `skipped`: another run of the integration was under way, or the time is in the calendar of `not_in`. `missed`: the hub was down, and `catch_up` lets no run follow. `paused`: the workflow, its integration, its account or a connection was not active.',
    }),
    reason: z.enum(tickReasons).optional().meta({ description: 'Why it made no run that does anything.' }),
    run_id: idOf('run').optional(),
    created_at: timestamp.meta({ description: 'When it was accounted for.' }),
  })
  .meta({ id: 'Tick' });

export type TickRecord = z.infer<typeof tickRecord>;

export type TickRow = Row<typeof scheduleTicks, 'id' | 'scheduledAt' | 'status' | 'reason' | 'runId' | 'createdAt'>;

export function toTickRecord(row: TickRow): TickRecord {
  return {
    id: toId('tick', row.id),
    scheduled_at: fromTime(row.scheduled_at),
    status: row.status,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.run_id === null ? {} : { run_id: toId('run', row.run_id) }),
    created_at: fromTime(row.created_at),
  };
}
