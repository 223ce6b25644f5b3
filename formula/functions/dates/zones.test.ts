import { describe, expect, it } from 'vitest';
import { compileFormula } from '../../compile-formula.ts';

const environment = { now: Date.parse('2026-11-21T11:30:00Z') };
/** Half past midnight of Sunday, the 22nd. */
const auckland = { ...environment, zone: 'Pacific/Auckland' };
const at = "timestamp('2026-11-21T11:30:00Z')";

describe('formula/functions/dates/zones', () => {
  it.each([
    ['today()', '2026-11-21', '2026-11-22'],
    [`date(${at})`, '2026-11-21', '2026-11-22'],
    ["date('2026-11-21T23:30:00-05:00')", '2026-11-21', '2026-11-21'],
    ["formatDate(now(), 'dd.MM. HH:mm')", '21.11. 11:30', '22.11. 00:30'],
    ["parseTime('21.11.2026 12:30', 'dd.MM.yyyy HH:mm')", '2026-11-21T12:30:00Z', '2026-11-20T23:30:00Z'],
    ["timestampIn('2026-11-21')", '2026-11-21T00:00:00Z', '2026-11-20T11:00:00Z'],
    ["timestampIn('2026-11-21', 'UTC')", '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z'],
    // The clock goes forward there between the two.
    ["addDays(timestamp('2026-09-26T02:00:00Z'), 1)", '2026-09-27T02:00:00Z', '2026-09-27T01:00:00Z'],
    [`getHours(${at})`, 11, 0],
    [`hour(${at})`, 11, 0],
    [`weekday(${at})`, 6, 7],
    [`startOfDay(${at})`, '2026-11-21T00:00:00Z', '2026-11-21T11:00:00Z'],
    ["startOfMonth(timestamp('2026-11-30T12:00:00Z'))", '2026-11-01', '2026-12-01'],
    ["isOpen(timestamp('2026-11-23T00:00:00Z'), 'mon-fri 09:00-17:00')", false, true],
    [`nextOpen(${at}, 'mon-fri 09:00-17:00')`, '2026-11-23T09:00:00Z', '2026-11-22T20:00:00Z'],
    ["isWeekend(timestamp('2026-11-20T12:00:00Z'))", false, true],
    ["addBusinessDays(timestamp('2026-11-22T12:00:00Z'), 1)", '2026-11-23', '2026-11-24'],
    [`daysBetween('2026-11-20', ${at})`, 1, 2],
    ["monthsBetween('2026-11-01', timestamp('2026-11-30T12:00:00Z'))", 0, 1],
    [`hoursBetween('2026-11-21', ${at})`, 11, 24],
  ])('reads %s in the zone of the integration', (formula, inUtc, there) => {
    const compiled = compileFormula(formula);
    if (!compiled.ok) throw new Error(compiled.problems[0]?.message);
    const inZones = [environment, auckland, environment].map((one) => compiled.formula.evaluate({}, one));

    expect(inZones).toEqual([inUtc, there, inUtc]);
  });
});
