import { describe, expect, it } from 'vitest';
import type { ReadingStart, RecordSource, RecordTarget } from '../../core/records.ts';
import type { Plan } from '../plan.ts';
import { beginReading, isWatermarkLost, toWatermark } from './reading.ts';

const source: RecordSource = {
  readPage: () => Promise.resolve({ records: [], next: undefined, bytes: 0 }),
  begin: (from: ReadingStart) => ('since' in from ? { since: from.since } : { behind: from.watermark }),
};
const target = (fingerprint: string): RecordTarget => ({
  idempotency: 'natural',
  system: fingerprint,
  fingerprint,
  requestTimeoutMs: 1,
  writeTimeoutMs: 1,
  searchLagMs: 0,
  keyTtlMs: 0,
  batchMax: 1,
  write: () => Promise.resolve({ results: [] }),
});
const ends = { source, target: target('t1') };

function plan(reading: Plan['reading'], scope = 'a'): Plan {
  return {
    namespace: 'n',
    stream: 's',
    step: 'sync',
    operation: 'upsert',
    readKey: () => ({ ok: true, key: 'k' }),
    stages: [],
    where: [],
    readTargetId: () => undefined,
    idempotency: 'natural',
    targetIdIsInjective: true,
    delivery: undefined,
    ignoreHashes: false,
    reading,
    scope,
    onError: { record: 'dead_letter', abortAbovePercent: undefined },
  };
}

const stored = toWatermark(plan('changes'), ends.target, { watermark: 7 }) ?? null;

describe('engine/segment/reading', () => {
  it.each([
    ['behind the watermark', plan('changes'), ends, stored, { behind: 7 }],
    ['with everything where none is stored', plan('changes'), ends, null, null],
    ['with everything where another plan stored it', plan('changes', 'b'), ends, stored, null],
    ['with everything where the target is another', plan('changes'), { source, target: target('t2') }, stored, null],
    ['with everything when told so', plan('all'), ends, stored, null],
    [
      'at an instant when told so',
      plan({ since: '2026-01-01T00:00:00Z' }),
      ends,
      stored,
      { since: '2026-01-01T00:00:00Z' },
    ],
    [
      'with everything where the source knows no changes',
      plan('changes'),
      { ...ends, source: { readPage: source.readPage } },
      stored,
      null,
    ],
  ])('begins %s', (_, given, at, watermark, cursor) => {
    expect(beginReading(given, at, watermark)).toEqual(cursor);
  });

  it('moves no watermark by a reading that began at an instant of choice', () => {
    expect(toWatermark(plan({ since: '2026-01-01T00:00:00Z' }), ends.target, { watermark: 9 })).toBeUndefined();
    expect(toWatermark(plan('all'), ends.target, { watermark: 9 })).toBeDefined();
  });

  it('tells a watermark that is lost from a cursor behind it', () => {
    expect(isWatermarkLost(plan('changes'), ends, stored, { behind: 7 })).toBe(true);
    expect(isWatermarkLost(plan('changes'), ends, stored, { page: 2 })).toBe(false);
    expect(isWatermarkLost(plan('changes'), ends, null, null)).toBe(false);
  });
});
