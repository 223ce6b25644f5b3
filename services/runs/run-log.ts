import { createHash } from 'node:crypto';
import { z } from 'zod';
import { toId } from '../../core/ids.ts';
import type { RunStatus } from '../../core/pure/run-status.ts';
import type { runLogs, runs } from '../../drizzle/schema/index.ts';
import { fromJsonb, fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';
import { messages } from '../../core/messages.ts';
import { listEmptyFields } from './run.ts';

export const logLevels = ['info', 'warn', 'error'] as const;

/** One thing worth knowing of a run. */
export const runLogRecord = z
  .object({
    id: idOf('runLog'),
    at: timestamp,
    level: z.enum(logLevels),
    code: z.string().meta({ examples: ['started', 'waited', 'segment_failed'] }),
    message: z.string(),
    details: z.record(z.string(), z.json()).optional(),
  })
  .meta({ id: 'RunLogEntry' });

export type RunLogRecord = z.infer<typeof runLogRecord>;

export type RunLogRow = Row<typeof runLogs, 'id' | 'createdAt' | 'level' | 'code' | 'message' | 'details'>;

/** The life cycle of a run, from its own row. */
export type LifeRow = Row<
  typeof runs,
  | 'id'
  | 'status'
  | 'error'
  | 'failed'
  | 'withheld'
  | 'unresolvedReferences'
  | 'emptyFields'
  | 'queuedAt'
  | 'startedAt'
  | 'cancelRequestedAt'
  | 'finishedAt'
>;

export function toLogRecord(row: RunLogRow): RunLogRecord {
  return {
    id: toId('runLog', row.id),
    at: fromTime(row.created_at),
    level: row.level,
    code: row.code,
    message: row.message,
    ...(row.details === null ? {} : { details: fromJsonb(row.details) }),
  };
}

/**
 * What was written down during a run, between the changes of its status: those are read from the run itself, so that an
 * ordinary run writes no log at all.
 */
export function composeLog(life: LifeRow, written: readonly RunLogRecord[]): RunLogRecord[] {
  const { queued_at: queuedAt, started_at: startedAt, cancel_requested_at: cancelAt, finished_at: finishedAt } = life;
  const between = [
    ...entryAt(life.id, startedAt, 'info', 'started', messages.runStarted),
    ...entryAt(life.id, cancelAt, 'info', 'cancel_requested', messages.runCancelRequested),
    ...written,
  ];
  const { level, message } = describeEnd(life);
  // Clocks of API and database differ: a client that follows a log from its last entry must not find one before that.
  return [
    ...entryAt(life.id, queuedAt, 'info', 'queued', messages.runQueued),
    ...between.toSorted((a, b) => compare(a.at, b.at)),
    ...describeFindings(life).flatMap((finding) => entryAt(life.id, finishedAt, 'warn', ...finding)),
    ...entryAt(life.id, finishedAt, level, 'finished', message),
  ];
}

/** What a run found out that fails no record: codes and messages. */
function describeFindings(life: LifeRow): [string, string][] {
  const { unresolved_references: unresolved } = life;
  const empty = listEmptyFields(life);
  const findings: [string, string][] = [];
  if (unresolved > 0) {
    const message = messages.referencesUnresolved({ count: unresolved });
    findings.push(['references_unresolved', message]);
  }
  if (empty.length > 0) {
    const names = empty.map((name) => `\`${name}\``).join(', ');
    findings.push(['fields_empty', messages.fieldsEmpty({ names })]);
  }
  return findings;
}

function entryAt(
  runId: string,
  time: string | null,
  level: RunLogRecord['level'],
  code: string,
  message: string,
): RunLogRecord[] {
  return time === null ? [] : [{ id: toTurnId(runId, code), at: fromTime(time), level, code, message }];
}

/** A change of status is not a row; its id is derived from the run and the change, as a UUID of version 8. */
function toTurnId(runId: string, code: string): string {
  const digest = createHash('sha256').update(`${runId}|${code}`).digest('hex');
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`];
  return toId('runLog', [...parts, digest.slice(20, 32)].join('-'));
}

function describeEnd({ status, error, failed, withheld }: LifeRow): { level: RunLogRecord['level']; message: string } {
  const level = status === 'failed' ? 'error' : status === 'partially_succeeded' ? 'warn' : 'info';
  if (status === 'partially_succeeded' && withheld !== null) {
    const areItems = withheld.reason === 'too_many_items' || withheld.reason === 'too_many_changes';
    return { level, message: areItems ? messages.itemsWithheld : messages.runRemovalsWithheld({ failed: failed > 0 }) };
  }
  return {
    level,
    message: error === null || status !== 'failed' ? ends[status] : messages.runFailedWith({ reason: error.message }),
  };
}

const ends: Readonly<Record<RunStatus, string>> = {
  queued: '',
  running: '',
  waiting: '',
  canceling: '',
  succeeded: messages.runSucceeded,
  partially_succeeded: messages.runPartiallySucceeded,
  failed: messages.runFailed,
  canceled: messages.runCanceled,
  skipped: messages.runSkipped,
};

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
