import { describe, expect, it } from 'vitest';
import { fromTime } from './rows.ts';

describe('services/shared/rows', () => {
  it.each([
    ['2026-11-21 11:35:00+00', '2026-11-21T11:35:00.000Z'],
    ['2026-11-21 11:35:00.1+00', '2026-11-21T11:35:00.100Z'],
    ['2026-11-21 11:35:00.123456+00', '2026-11-21T11:35:00.123Z'],
    ['2026-11-21 13:35:00.5+02', '2026-11-21T11:35:00.500Z'],
    ['2026-11-21 17:05:00+05:30', '2026-11-21T11:35:00.000Z'],
  ])('gives %s in the form of the API', (text, time) => {
    expect(fromTime(text)).toBe(time);
  });
});
