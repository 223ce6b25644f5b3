import { describe, expect, it } from 'vitest';
import type { Run } from '../../client/index.ts';
import { describeRun } from './progress-line.ts';

const counters = { read: 1404, created: 0, updated: 0, deleted: 2, unchanged: 0, filtered: 0, failed: 0 };

describe('cli/runs/progress-line', () => {
  it('says when a run goes on that waits', () => {
    const run = { status: 'waiting', counters, goes_on_at: '2026-11-23T05:22:12.000Z' } as unknown as Run;

    expect(describeRun(run)).toBe('waiting · 1,404 read · 2 deleted · goes on by 2026-11-23T05:22:12.000Z');
  });

  it('tells created, deleted and unchanged records apart', () => {
    const counted = { ...counters, created: 1200, unchanged: 199, failed: 3 };
    const run = { status: 'partially_succeeded', counters: counted } as unknown as Run;

    expect(describeRun(run)).toBe(
      'partially_succeeded · 1,404 read · 1,200 created · 2 deleted · 199 unchanged · 3 failed',
    );
  });

  it('says which fields had no value in any record of the run', () => {
    const run = { status: 'succeeded', counters, empty_fields: ['departmnet', 'mail'] } as unknown as Run;

    expect(describeRun(run)).toBe('succeeded · 1,404 read · 2 deleted · no value for departmnet, mail');
  });
});
