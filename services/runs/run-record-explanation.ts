import { z } from 'zod';
import type { RequestResult } from '../../core/connection-requests.ts';
import { explanation } from '../../core/explanations.ts';
import { toId } from '../../core/ids.ts';
import type { deadLetters, ledger } from '../../drizzle/schema/index.ts';
import type { Row } from '../shared/rows.ts';
import { idOf } from '../shared/schemas.ts';
import { messages } from '../../core/messages.ts';

/** What a run did with one record, and why. */
export const runRecordExplanation = z
  .object({
    source_key: z.string(),
    revision: z.number().int().min(1),
    outcome: z.enum(['written', 'unchanged', 'filtered', 'failed', 'unknown']),
    message: z.string(),
    error: z.object({ code: z.string(), field: z.string().optional(), message: z.string() }).optional(),
    target_id: z.string().optional().meta({ description: 'Id of the record in the target, where it is known.' }),
    written_by: idOf('run').optional().meta({ description: 'The run that wrote the record last.' }),
    record: z.enum(['kept', 'read', 'missing']).meta({
      description:
        'What is explained: the failed record as it was kept, or the record as the source has it now; `missing` where the source has none with this key.',
    }),
    records_read: z.number().int().min(0).meta({ description: 'Records of the source that were looked at.' }),
    changed_since: z.boolean().optional().meta({
      description: 'The current record gives another result than the last write.',
    }),
    explanation: explanation.optional(),
  })
  .meta({ id: 'RunRecordExplanation' });

export type RunRecordExplanation = z.infer<typeof runRecordExplanation>;

/** What is stored of a record's way through an integration. */
export interface Traces {
  /** UUID of the run that is asked about. */
  runId: string;
  revision: number;
  sourceKey: string;
  /** With the hash in hexadecimal digits. */
  written: (Row<typeof ledger, 'targetId' | 'runId'> & { hash: string | null }) | undefined;
  deadLetter: Row<typeof deadLetters, 'id' | 'code' | 'field' | 'message'> | undefined;
}

/** Puts together what is stored and what a worker found out. */
export function toRunRecordExplanation(traces: Traces, found: RequestResult<'explain'>): RunRecordExplanation {
  const { written, deadLetter, sourceKey, revision } = traces;
  const targetId = written?.target_id ?? undefined;
  const writer = written?.run_id ?? undefined;
  return {
    source_key: sourceKey,
    revision,
    ...judge(traces, found),
    ...(deadLetter === undefined ? {} : { error: toError(deadLetter) }),
    ...(targetId === undefined ? {} : { target_id: targetId }),
    ...(writer === undefined ? {} : { written_by: toId('run', writer) }),
    record: found.record,
    records_read: found.records_read,
    ...(isComparable(traces, found) ? { changed_since: found.hash !== written?.hash } : {}),
    ...(found.explanation === undefined ? {} : { explanation: found.explanation }),
  };
}

function toError({ code, field, message }: NonNullable<Traces['deadLetter']>): RunRecordExplanation['error'] {
  return { code, ...(field === null ? {} : { field }), message };
}

function isComparable({ written }: Traces, { record, outcome }: RequestResult<'explain'>): boolean {
  return record === 'read' && outcome !== undefined && Boolean(written?.hash);
}

/** The stored traces say what happened; what only a look at the present record says is said to be that. */
function judge(
  { runId, written, deadLetter }: Traces,
  { record, hash, outcome, explanation: reason }: RequestResult<'explain'>,
): Pick<RunRecordExplanation, 'outcome' | 'message'> {
  if (deadLetter !== undefined) return { outcome: 'failed', message: deadLetter.message };
  const writer = written?.run_id ?? undefined;
  if (writer === runId) return { outcome: 'written', message: messages.recordWritten };
  if (writer !== undefined && writer > runId) {
    return { outcome: 'unknown', message: messages.recordWrittenLater };
  }
  if (outcome === 'filtered') return { outcome: 'filtered', message: reason?.message ?? messages.recordFiltered };
  if (record === 'read' && hash !== undefined && hash === written?.hash) {
    return { outcome: 'unchanged', message: messages.recordUnchanged };
  }
  return {
    outcome: 'unknown',
    message: record === 'missing' ? messages.recordNotInSource : messages.recordNotStored,
  };
}
