import { describe, expect, it } from 'vitest';
import type { Run, RunLogEntry } from '../../../client/operations.data.ts';
import { makeTimeline } from './run-timeline.ts';

const counters = {
  read: 0,
  created: 0,
  updated: 0,
  deleted: 0,
  written: 0,
  skipped: 0,
  unchanged: 0,
  filtered: 0,
  failed: 0,
  deduplicated: 0,
};
const run: Run = {
  id: 'run_1',
  integration_id: 'int_1',
  workflow_id: 'wf_1',
  revision: 1,
  trigger: 'manual',
  status: 'failed',
  counters,
  queued_at: '2026-03-04T12:00:00.000Z',
  started_at: '2026-03-04T12:00:10.000Z',
  finished_at: '2026-03-04T12:01:00.000Z',
  created_at: '2026-03-04T12:00:00.000Z',
  updated_at: '2026-03-04T12:01:00.000Z',
};

function entry(second: number, code: string, message: string, details?: RunLogEntry['details']): RunLogEntry {
  const at = `2026-03-04T12:00:${String(second).padStart(2, '0')}.000Z`;
  return { id: `log_${second}`, at, level: 'warn', code, message, ...(details === undefined ? {} : { details }) };
}

describe('web/model/runs/run-timeline', () => {
  it('tells a run from its order to its end, with what each part took', () => {
    const log = [
      entry(0, 'queued', 'Queued.'),
      entry(10, 'started', 'Started.'),
      entry(15, 'segment_retried', 'It did not answer.', { next_try_in_ms: 5000 }),
      entry(25, 'segment_retried', 'It did not answer.', { next_try_in_ms: 10_000 }),
      entry(40, 'credentials_reread', 'Others are there.'),
      // Announced, and cut short by the end.
      entry(55, 'waited', 'Waits.', { wait_ms: 60_000 }),
    ];
    const { moments, ...sums } = makeTimeline(run, log, 0);

    expect(moments.map(({ words, times, durationMs }) => [words, times, durationMs])).toEqual([
      ['Queued', 1, 10_000],
      ['Started', 1, undefined],
      ['It did not answer.', 2, 15_000],
      ['Others are there.', 1, undefined],
      ['Waits.', 1, 5000],
      ['Failed', 1, undefined],
    ]);
    expect(sums).toEqual({ totalMs: 60_000, queuedMs: 10_000, waitedMs: 20_000, workedMs: 30_000 });
  });

  it('gives no part less than nothing where the clock of the browser is behind', () => {
    const { finished_at: _, ...living } = run;

    const { moments, ...sums } = makeTimeline(living, [], Date.parse(run.queued_at) - 60_000);

    expect(sums).toEqual({ totalMs: 10_000, queuedMs: 10_000, waitedMs: 0, workedMs: 0 });
    expect(moments).toHaveLength(2);
  });

  it('goes on to now while the run does, also in its queue', () => {
    const { started_at: _, finished_at: __, ...queued } = run;
    const now = Date.parse('2026-03-04T12:00:07Z');
    const { moments, ...sums } = makeTimeline({ ...queued, status: 'queued' }, [], now);

    expect(moments.map(({ words, durationMs }) => [words, durationMs])).toEqual([['Queued', 7000]]);
    expect(sums).toEqual({ totalMs: 7000, queuedMs: 7000, waitedMs: 0, workedMs: 0 });
  });
});
