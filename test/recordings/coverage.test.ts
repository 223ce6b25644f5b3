import { describe, expect, it } from 'vitest';
import { listConnectors } from '../../connectors/registry.ts';
import { compareCounts, isReplayed, loadRecordings, type RecordingCounts } from '../../tools/matrix/recordings.ts';
import { listEndpoints, nameOperation } from './endpoints.ts';

/**
 * What recorded traffic has shown of the connectors, held without the recordings: `recordings.json` has the counts and the
 * operations that were matched.
 */
const kept = listConnectors().flatMap((connector) => {
  const counts = loadRecordings(connector.id);
  return counts === undefined || connector.transport !== 'http' ? [] : [{ connector, counts }];
});

const one: RecordingCounts = {
  recorded: 10,
  matched: 5,
  listings: 0,
  pages_followed: 0,
  records: 0,
  repeated: 0,
  parameters: 0,
  changes: 0,
  writes: 0,
  bodies: 0,
  look_ups: 0,
  errors: 0,
  faults: 0,
  operations: ['users.list'],
};

describe('test/recordings/coverage', () => {
  it('matches half of what was recorded, of 33 connectors, without a fault', () => {
    const sum = (name: 'recorded' | 'matched' | 'faults') => kept.reduce((all, { counts }) => all + counts[name], 0);

    expect(kept.length).toBeGreaterThanOrEqual(33);
    expect(sum('matched') / sum('recorded')).toBeGreaterThanOrEqual(0.5);
    expect(sum('faults')).toBe(0);
  });

  it('still has every operation that recordings were matched with', () => {
    const gone = kept.flatMap(({ connector, counts }) => {
      const names = new Set(listEndpoints(connector).map(nameOperation));
      return counts.operations.filter((name) => !names.has(name)).map((name) => `${connector.id}: ${name}`);
    });

    expect(gone).toEqual([]);
  });

  it.each<[string, Partial<RecordingCounts>, string[]]>([
    ['less is matched', { matched: 4 }, ['acme: matched were 5, now 4.']],
    ['a smaller share of more is matched', { recorded: 40, matched: 5 }, ['acme: matched were 20, now 5.']],
    ['the same share of less is matched', { recorded: 4, matched: 2 }, []],
    ['an operation is gone', { operations: ['users.create'] }, ['acme: users.list is no longer matched.']],
  ])('says where %s', (_, changes, losses) => {
    expect(compareCounts('acme', one, { ...one, ...changes })).toEqual(losses);
  });

  it('takes recordings that nothing was matched with, or with faults, for no proof', () => {
    expect(isReplayed(undefined)).toBe(true);
    expect(isReplayed(one)).toBe(true);
    expect(isReplayed({ ...one, matched: 0 })).toBe(false);
    expect(isReplayed({ ...one, faults: 1 })).toBe(false);
  });
});
