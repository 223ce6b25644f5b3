import { describe, expect, it } from 'vitest';
import { findOffset, fromLocal } from './zone.ts';

function at(text: string): number {
  return Date.parse(text) / 1000;
}

describe('formula/values/zone', () => {
  it.each([
    ['UTC', '2024-01-01T00:00:00Z', 0],
    ['Europe/Berlin', '2024-01-01T00:00:00Z', 3600],
    ['Europe/Berlin', '2024-07-01T00:00:00Z', 7200],
    ['Europe/Berlin', '2024-03-31T00:59:59Z', 3600],
    ['Europe/Berlin', '2024-03-31T01:00:00Z', 7200],
    ['Asia/Kathmandu', '2024-01-01T00:00:00Z', 20_700],
    ['America/St_Johns', '2024-01-01T00:00:00Z', -12_600],
    ['+05:30', '2024-01-01T00:00:00Z', 19_800],
    ['-0800', '2024-01-01T00:00:00Z', -28_800],
  ])('finds the offset of %s at %s', (zone, instant, offset) => {
    expect(findOffset(zone, at(instant))).toBe(offset);
  });

  it.each(['Mars/Phobos', '+25:00', 'Europe', '1'])('refuses the zone %j', (zone) => {
    expect(() => findOffset(zone, 0)).toThrow('Unknown time zone');
  });

  it.each([
    ['2024-07-01T12:00:00Z', '2024-07-01T10:00:00Z', 'an hour that is there once'],
    ['2024-03-31T02:30:00Z', '2024-03-31T01:30:00Z', 'an hour that is skipped: it moves on'],
    ['2024-10-27T02:30:00Z', '2024-10-27T00:30:00Z', 'an hour that comes twice: the first'],
  ])('finds the instant of a clock in Berlin that shows %s: %s, %s', (local, instant) => {
    expect(fromLocal('Europe/Berlin', at(local))).toBe(at(instant));
  });
});
