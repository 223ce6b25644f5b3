import { describe, expect, it } from 'vitest';
import { readDates } from './plain-dates.ts';

describe('connectors/sap_successfactors/plain-dates', () => {
  it.each([
    ['/Date(1735689600000)/', '2025-01-01T00:00:00.000Z'],
    // The offset is the writer's: the number counts from 1970 in UTC.
    ['/Date(1735689600000+0000)/', '2025-01-01T00:00:00.000Z'],
    ['/Date(-2208988800000)/', '1900-01-01T00:00:00.000Z'],
    ['/Date(253402214400000)/', '9999-12-31T00:00:00.000Z'],
    ['/Date(999999999999999)/', '/Date(999999999999999)/'],
    ['Date(1735689600000)', 'Date(1735689600000)'],
  ])('reads %s', (given, read) => {
    expect(readDates({ startDate: given })).toEqual({ startDate: read });
  });

  it('leaves what is no text as it is', () => {
    expect(readDates({ isPrimary: true, endDate: null })).toEqual({ isPrimary: true, endDate: null });
  });
});
