import type { Run, RunLogEntry } from '../../../client/operations.data.ts';
import { toStatus, type Tone } from '../status.ts';

/** Something that happened to a run, and how long it took where that is known. */
export interface Moment {
  at: string;
  words: string;
  tone: Tone;
  /** How often in a row. */
  times: number;
  durationMs?: number;
  /** Of what the duration is one. */
  spent?: 'queued' | 'waited';
}

export interface Timeline {
  moments: Moment[];
  /** From its order to its end, or to now. */
  totalMs: number;
  queuedMs: number;
  /** Waits that are known to have passed: before systems that did not answer, and before tries. */
  waitedMs: number;
  workedMs: number;
}

/** Turns of the run itself, which it tells better than its log. */
const turns: ReadonlySet<string> = new Set(['queued', 'started', 'finished']);

/**
 * The life of a run from its order to its end: entries of its log that follow each other and say the same are one, with what
 * they took together.
 */
export function makeTimeline(run: Run, log: readonly RunLogEntry[], now: number): Timeline {
  const queuedAt = Date.parse(run.queued_at);
  const startedAt = run.started_at === undefined ? undefined : Date.parse(run.started_at);
  // The clock of the browser may be behind that of the hub.
  const end = run.finished_at === undefined ? Math.max(now, startedAt ?? queuedAt) : Date.parse(run.finished_at);
  const queuedMs = Math.max(0, (startedAt ?? end) - queuedAt);
  const between = fold(log.filter(({ code }) => !turns.has(code)).map((entry) => toMoment(entry, end)));
  const spentMs = between.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0);
  const totalMs = Math.max(0, end - queuedAt);
  const waitedMs = Math.min(spentMs, totalMs - queuedMs);
  const moments: Moment[] = [
    { at: run.queued_at, words: 'Queued', tone: 'idle', times: 1, durationMs: queuedMs, spent: 'queued' },
    ...(run.started_at === undefined ? [] : [one(run.started_at, 'Started', 'busy')]),
    ...between,
    ...(run.finished_at === undefined
      ? []
      : [one(run.finished_at, toStatus(run.status).words, toStatus(run.status).tone)]),
  ];
  return { moments, totalMs, queuedMs, waitedMs, workedMs: Math.max(0, totalMs - queuedMs - waitedMs) };
}

function one(at: string, words: string, tone: Tone): Moment {
  return { at, words, tone, times: 1 };
}

const tones: Readonly<Record<RunLogEntry['level'], Tone>> = { info: 'idle', warn: 'warn', error: 'bad' };

function toMoment({ at, level, message, details = {} }: RunLogEntry, endMs: number): Moment {
  const moment = one(at, message, tones[level]);
  const ms = details['wait_ms'] ?? details['next_try_in_ms'];
  if (typeof ms !== 'number') return moment;
  // A wait that was announced may have been cut short by the end of the run.
  return { ...moment, durationMs: Math.max(0, Math.min(ms, endMs - Date.parse(at))), spent: 'waited' };
}

function fold(moments: readonly Moment[]): Moment[] {
  const folded: Moment[] = [];
  for (const moment of moments) {
    const last = folded.at(-1);
    if (last?.words !== moment.words) {
      folded.push({ ...moment });
      continue;
    }
    last.times += 1;
    if (moment.durationMs !== undefined) last.durationMs = (last.durationMs ?? 0) + moment.durationMs;
  }
  return folded;
}
