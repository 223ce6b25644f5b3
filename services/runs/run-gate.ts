import { z } from 'zod';
import { gateKinds, gateReasons } from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import type { runGates } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';

/** What a run stands before, as the API shows it. */
export const runGateRecord = z
  .object({
    kind: z.enum(gateKinds).meta({
      description: '`window`: calendars say when it opens. `connection`: a connection cannot be used.',
    }),
    steps: z.array(z.string()).meta({
      description: 'The steps whose items stand before it; none where the whole run does.',
      example: ['account'],
    }),
    calendar_ids: z.array(idOf('calendar')).optional().meta({ description: 'Of a window: its calendars.' }),
    connection_id: idOf('connection').optional().meta({ description: 'Of a connection: which it is.' }),
    reason: z.enum(gateReasons).optional().meta({
      description:
        'Of a connection: its system does not answer (`unavailable`), refuses its credentials (`refused`), or it is `disabled`.',
    }),
    closed_at: timestamp.meta({ description: 'Since when the run stands before it.' }),
    opens_at: timestamp
      .optional()
      .meta({ description: 'When it opens, is tried next, or is given up, as far as that can be seen.' }),
  })
  .meta({ id: 'RunGate' });

export type RunGateRow = Row<
  typeof runGates,
  'kind' | 'steps' | 'calendarIds' | 'connectionId' | 'reason' | 'closedAt' | 'opensAt'
>;

export function toRunGate(row: RunGateRow): z.infer<typeof runGateRecord> {
  return {
    kind: row.kind,
    steps: row.steps,
    ...(row.kind === 'window' ? { calendar_ids: row.calendar_ids.map((id) => toId('calendar', id)) } : {}),
    ...(row.connection_id === null ? {} : { connection_id: toId('connection', row.connection_id) }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    closed_at: fromTime(row.closed_at),
    ...(row.opens_at === null ? {} : { opens_at: fromTime(row.opens_at) }),
  };
}
