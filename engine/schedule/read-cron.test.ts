import { describe, expect, it } from 'vitest';
import { readCron } from './read-cron.ts';

function read(text: string) {
  const result = readCron(text);
  if (!result.ok) throw new Error(result.message);
  return result.fields;
}

describe('engine/schedule/read-cron', () => {
  it('reads lists, ranges, steps and names', () => {
    const fields = read('5,*/20 8-10 1,15 JAN-mar mon-fri');
    expect(fields.minutes).toEqual([0, 5, 20, 40]);
    expect(fields.hours).toEqual([8, 9, 10]);
    expect([...fields.daysOfMonth]).toEqual([1, 15]);
    expect([...fields.months]).toEqual([1, 2, 3]);
    expect([...fields.weekdays]).toEqual([1, 2, 3, 4, 5]);
    expect(fields.anyDayOfMonth).toBe(false);
  });

  it.each([
    ['0 0 * * 7', [0]],
    ['0 0 * * fri-sun', [5, 6, 0]],
    ['0 0 * * *', [0, 1, 2, 3, 4, 5, 6]],
    ['0 0 * * 1/2', [1, 3, 5, 0]],
  ])('knows the days of the week of %s', (text, days) => {
    expect([...read(text).weekdays]).toEqual(days);
  });

  it.each([
    ['0 0 * *', 'has 4'],
    ['0 0 0 * * *', 'has 6'],
    ['', 'has 0'],
    ['60 * * * *', '"60" is not a valid minute. Use 0 to 59.'],
    ['0 24 * * *', '"24" is not a valid hour. Use 0 to 23.'],
    ['0 0 0 * *', '"0" is not a valid day of the month. Use 1 to 31.'],
    ['0 0 * foo *', '"foo" is not a valid month. Use 1 to 12, or jan to dec.'],
    ['0 0 * * 8', '"8" is not a valid day of the week. Use 0 to 7, or sun to sat.'],
    ['30-10 * * * *', 'goes backwards'],
    ['*/0 * * * *', 'is not a valid step of the minute'],
    ['1-2-3 * * * *', '"1-2-3" is not a valid minute'],
    ['1, * * * *', '"" is not a valid minute'],
    ['@daily', 'has 1'],
  ])('refuses %j: %s', (text, message) => {
    expect(readCron(text)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });
});
