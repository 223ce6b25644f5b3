import { describe, expect, it } from 'vitest';
import { fromLocal, toLocal, toZone } from './zoned-time.ts';

describe('web/pages/builder/model/zoned-time', () => {
  it.each([
    ['2026-12-01T20:30:00.000Z', 'Europe/Berlin', '2026-12-01T21:30'],
    ['2026-07-01T20:30:15.000Z', 'Europe/Berlin', '2026-07-01T22:30:15'],
    ['2026-12-31T23:00:00.250Z', 'Asia/Kolkata', '2027-01-01T04:30:00.250'],
    ['2026-03-08T04:59:00.000Z', 'America/New_York', '2026-03-07T23:59'],
    ['2026-12-01T20:30:00.000Z', 'UTC', '2026-12-01T20:30'],
  ])('shows %s by the clock of %s, and takes it back', (instant, zone, local) => {
    expect(toLocal(instant, zone)).toBe(local);
    expect(fromLocal(local, zone)).toBe(instant);
  });

  it.each([
    ['shows twice: the first counts', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['leaves out: the change counts', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ])('takes a time that the clock %s', (_, local, instant) => {
    expect(fromLocal(local, 'Europe/Berlin')).toBe(instant);
  });

  it('refuses texts that name no time, and takes UTC where the zone is unknown', () => {
    expect([
      toLocal('soon', 'UTC'),
      fromLocal('', 'UTC'),
      toZone('Europe/Ber'),
      toZone(undefined, 'Asia/Tokyo'),
    ]).toEqual(['', '', 'UTC', 'Asia/Tokyo']);
  });
});
