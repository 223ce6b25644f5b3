import { describe, expect, it } from 'vitest';
import { countByHour } from './count-runs.ts';
import { formatDuration, formatRelative } from '../format.ts';
import { listNames, toGroupFilter, toGroupKey } from './group-failures.ts';
import { choose, pickSet, readFilters } from '../read-filters.ts';

const now = Date.parse('2026-03-04T12:30:00Z');

describe('web/model/runs/runs', () => {
  it('puts counts into the hours of the last day, the present one last', () => {
    const buckets = [
      { at: '2026-03-04T12:00:00.000Z', status: 'failed', runs: 2 },
      { at: '2026-03-04T12:00:00.000Z', status: 'succeeded', runs: 5 },
      { at: '2026-03-04T10:00:00.000Z', status: 'canceled', runs: 1 },
      { at: '2026-03-03T12:00:00.000Z', status: 'succeeded', runs: 9 },
    ] as const;
    const hours = countByHour(buckets, now);

    expect([hours.length, new Date(hours[23]?.at ?? 0).toISOString()]).toEqual([24, '2026-03-04T12:00:00.000Z']);
    expect([hours[23]?.tones.bad, hours[23]?.tones.good, hours[21]?.tones.idle]).toEqual([2, 5, 1]);
    expect(hours.reduce((sum, { total }) => sum + total, 0)).toBe(8);
  });

  it('names groups of failed records as the hub takes them, and tells them apart', () => {
    const groups = [{ code: 'b', field: 'x' }, { code: 'b', step: 'x' }, { code: 'b' }];

    expect(groups.map(toGroupFilter)).toEqual([
      { code: 'b', target_field: 'x', step: '' },
      { code: 'b', target_field: '', step: 'x' },
      { code: 'b', target_field: '', step: '' },
    ]);
    expect(new Set(groups.map(toGroupKey)).size).toBe(3);
    expect(listNames(['b', undefined, 'a', 'b'])).toEqual(['a', 'b']);
  });

  it.each([
    ['2026-03-04T12:29:58Z', 'just now'],
    ['2026-03-04T12:30:40Z', 'in 40 seconds'],
    ['2026-03-04T12:25:00Z', '5 minutes ago'],
    ['2026-03-05T14:30:00Z', 'tomorrow'],
    ['2025-12-31T00:00:00Z', '31 Dec 2025'],
  ])('says of %s: %s', (iso, words) => {
    expect(formatRelative(iso, now)).toBe(words);
  });

  it.each([
    [new Date(2026, 2, 6, 0, 30), 'in 2 days'],
    [new Date(2026, 2, 5, 23, 30), 'tomorrow'],
    [new Date(2026, 2, 3, 0, 30), 'yesterday'],
    [new Date(2026, 2, 2, 23, 30), '2 days ago'],
  ])('calls %s what the calendar of who looks calls it: %s', (at, words) => {
    expect(formatRelative(at.toISOString(), new Date(2026, 2, 4, 14, 0).getTime())).toBe(words);
  });

  it('says durations in the units that fit', () => {
    expect([380, 4210, 185_000, 7_440_000].map(formatDuration)).toEqual(['380 ms', '4.2 s', '3 min 5 s', '2 h 4 min']);
    // Rounded, none of them becomes 60 of the smaller unit.
    expect([999.7, 59_970, 119_900, 3_599_700, 86_399_000, 262_800_000].map(formatDuration)).toEqual([
      '1.0 s',
      '1 min 0 s',
      '2 min 0 s',
      '1 h 0 min',
      '1 d 0 h',
      '3 d 1 h',
    ]);
  });

  it('takes from an address only the filters that the page knows, as texts', () => {
    const filters = readFilters(['status', 'q'])({ status: 'failed', q: '', other: 'x' });

    expect(filters).toEqual({ status: 'failed' });
    expect(choose([['failed', 'Failed']] as const, filters.status)).toBe('failed');
    expect(choose([['failed', 'Failed']] as const, 'no such')).toBeUndefined();
    expect(pickSet({ a: undefined, b: 1 })).toEqual({ b: 1 });
  });
});
