import { describe, expect, it } from 'vitest';
import { changeRhythm, readDays, readTimes, toRhythm } from './schedule.ts';

describe('web/pages/builder/model/schedule', () => {
  it.each([
    [{ every: 'weekly', on: 'mon' }, 'weekly'],
    [{ every: '90m' }, 'interval'],
    [{ cron: '0 2 * * *' }, 'cron'],
    [{}, 'interval'],
  ])('knows the rhythm of %j', (trigger, rhythm) => {
    expect(toRhythm(trigger)).toBe(rhythm);
  });

  it('changes the rhythm, and keeps of the schedule what has a meaning in the new one', () => {
    const weekly = { type: 'schedule', id: 'a', every: 'weekly', on: ['mon'], at: ['06:00', '18:00'], timezone: 'UTC' };

    expect(changeRhythm(weekly, 'daily')).toEqual({
      type: 'schedule',
      id: 'a',
      every: 'daily',
      at: ['06:00', '18:00'],
      timezone: 'UTC',
    });
    expect(changeRhythm(weekly, 'hourly')).toEqual({ type: 'schedule', id: 'a', every: 'hourly', timezone: 'UTC' });
    expect(changeRhythm({ type: 'schedule', every: 'hourly', at: ':30' }, 'daily')).toEqual({
      type: 'schedule',
      every: 'daily',
      at: '02:00',
    });
    expect(changeRhythm(weekly, 'cron')).toEqual({ type: 'schedule', id: 'a', cron: '0 2 * * *', timezone: 'UTC' });
  });

  it('reads times and days that are being written', () => {
    expect(['', '02:00', '02:00,', '02:00, ', '06:00,18:00', ':30, 9'].map(readTimes)).toEqual([
      undefined,
      '02:00',
      '02:00',
      '02:00',
      ['06:00', '18:00'],
      [':30', '9'],
    ]);
    expect(['', '1', '1, ', '1, 15', 'last'].map(readDays)).toEqual([undefined, [1], [1], [1, 15], ['last']]);
  });
});
