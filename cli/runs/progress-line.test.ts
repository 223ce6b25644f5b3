import { describe, expect, it } from 'vitest';
import type { Run } from '../../client/index.ts';
import { describeRun } from './progress-line.ts';

const counters = { read: 1404, created: 0, updated: 0, deleted: 2, unchanged: 0, filtered: 0, failed: 0 };

describe('cli/runs/progress-line', () => {
  it('says when a run goes on that waits', () => {
    const run = { status: 'waiting', counters, goes_on_at: '2026-11-23T05:22:12.000Z' } as unknown as Run;

    expect(describeRun(run)).toBe('waiting · 1,404 read · 2 deleted · goes on by 2026-11-23T05:22:12.000Z');
  });
});
