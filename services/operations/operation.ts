import { z } from 'zod';
import { operationOutcomes, operationStatuses, writeOperations } from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import type { operations } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';

/** A single write that a caller asked for, and what became of it. */
export const operationRecord = z
  .object({
    id: idOf('operation'),
    connection_id: idOf('connection'),
    object: z.string().meta({ example: 'users' }),
    operation: z.enum(writeOperations),
    status: z.enum(operationStatuses).meta({
      description:
        '`unknown`: it was sent, the answer was lost, and the system cannot be asked; the hub does not send it again.',
    }),
    outcome: z.enum(operationOutcomes).optional().meta({
      description: 'Of one that succeeded. `written` where the system does not tell a creation from an update.',
    }),
    target_id: z.string().optional().meta({ description: "The system's id of the record, where it gave one." }),
    error: z
      .object({ code: z.string(), message: z.string(), field: z.string().optional() })
      .optional()
      .meta({ description: 'Why it failed; of one that has not ended, what stopped the last attempt.' }),
    attempts: z.int().min(0),
    created_at: timestamp,
    ended_at: timestamp.optional(),
  })
  .meta({ id: 'Operation' });

export type OperationRecord = z.infer<typeof operationRecord>;

export type OperationRow = Row<
  typeof operations,
  | 'id'
  | 'connectionId'
  | 'object'
  | 'operation'
  | 'status'
  | 'outcome'
  | 'targetId'
  | 'error'
  | 'attempts'
  | 'createdAt'
  | 'endedAt'
>;

export const operationColumns =
  'id, connection_id, object, operation, status, outcome, target_id, error, attempts, created_at, ended_at';

export function toOperationRecord(row: OperationRow): OperationRecord {
  return {
    id: toId('operation', row.id),
    connection_id: toId('connection', row.connection_id),
    object: row.object,
    operation: row.operation,
    status: row.status,
    ...(row.outcome === null ? {} : { outcome: row.outcome }),
    ...(row.target_id === null ? {} : { target_id: row.target_id }),
    ...(row.error === null ? {} : { error: row.error }),
    attempts: row.attempts,
    created_at: fromTime(row.created_at),
    ...(row.ended_at === null ? {} : { ended_at: fromTime(row.ended_at) }),
  };
}
