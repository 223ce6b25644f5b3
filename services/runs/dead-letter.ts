import { z } from 'zod';
import { toId } from '../../core/ids.ts';
import type { deadLetters } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';

/**
 * What is kept with these is no record of the source, and processing it again would make nonsense: the answer to a write
 * was lost, and only a person can find out whether the target has it; or a removal was refused, which the next run tries
 * again.
 */
export const unretryableCodes: readonly string[] = ['in_doubt', 'removal_failed'];

/** `dismissed`: somebody decided that nothing is to be done about it. */
export const deadLetterStatuses = ['failed', 'resolved', 'dismissed'] as const;

/** A record that a run could not process, with the shape of its content and without its values. */
export const deadLetterRecord = z
  .object({
    id: idOf('deadLetter'),
    source_key: z.string().optional().meta({ description: 'Absent where the record has no usable key.' }),
    step: z.string().optional().meta({ description: 'The step of a flow that failed.', example: 'account' }),
    item_id: idOf('item').optional().meta({ description: 'The item of a flow that it failed for.' }),
    code: z.string().meta({ examples: ['convert_failed'] }),
    field: z.string().optional().meta({ description: 'The field of the target that got no usable value.' }),
    message: z.string(),
    record: z.json().meta({ description: 'The record as it was read, its values masked.' }),
    status: z.enum(deadLetterStatuses),
    resolved_by: idOf('run').optional().meta({ description: 'The run that processed the record after all.' }),
    dismissed_at: timestamp.optional().meta({ description: 'When it was dismissed.' }),
    dismissed_by: z.string().optional().meta({ description: 'Who dismissed it: a key, a person or a client.' }),
    created_at: timestamp,
  })
  .meta({ id: 'DeadLetter' });

export type DeadLetterRecord = z.infer<typeof deadLetterRecord>;

export type DeadLetterRow = Row<
  typeof deadLetters,
  | 'id'
  | 'sourceKey'
  | 'step'
  | 'itemId'
  | 'code'
  | 'field'
  | 'message'
  | 'masked'
  | 'resolvedBy'
  | 'dismissedAt'
  | 'dismissedBy'
  | 'createdAt'
>;

export function toDeadLetterRecord(row: DeadLetterRow): DeadLetterRecord {
  return {
    id: toId('deadLetter', row.id),
    ...(row.source_key === null ? {} : { source_key: row.source_key }),
    ...(row.step === null ? {} : { step: row.step }),
    ...(row.item_id === null ? {} : { item_id: toId('item', row.item_id) }),
    code: row.code,
    ...(row.field === null ? {} : { field: row.field }),
    message: row.message,
    record: row.masked,
    ...describeEnd(row),
    created_at: fromTime(row.created_at),
  };
}

function describeEnd(
  row: DeadLetterRow,
): Pick<DeadLetterRecord, 'status' | 'resolved_by' | 'dismissed_at' | 'dismissed_by'> {
  if (row.resolved_by === null) return { status: 'failed' };
  if (row.dismissed_at === null) return { status: 'resolved', resolved_by: toId('run', row.resolved_by) };
  const by = row.dismissed_by === null ? {} : { dismissed_by: row.dismissed_by };
  return { status: 'dismissed', dismissed_at: fromTime(row.dismissed_at), ...by };
}
