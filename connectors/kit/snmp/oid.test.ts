import { describe, expect, it } from 'vitest';
import { belowOid, compareOids, isOid } from './oid.ts';

describe('connectors/kit/snmp/oid', () => {
  it.each(['1', '1.3.6.1.2.1', '0.4294967295'])('takes %s', (text) => {
    expect(isOid(text)).toBe(true);
  });

  it.each(['', '.1.3', '1.', '1..3', 'sysName.0', '1.4294967296', '1'.repeat(5).split('').join('.').concat('.x')])(
    'refuses %j',
    (text) => {
      expect(isOid(text)).toBe(false);
    },
  );

  it('orders by number, the shorter first', () => {
    expect(['10', '9', '1.2', '1', '1.10'].toSorted(compareOids)).toEqual(['1', '1.2', '1.10', '9', '10']);
  });

  it('tells what is below from what only begins alike', () => {
    expect(belowOid('1.3.6', '1.3.6.1.0')).toBe('1.0');
    expect(belowOid('1.3.6', '1.3.61')).toBeUndefined();
    expect(belowOid('1.3.6', '1.3.6')).toBeUndefined();
  });
});
