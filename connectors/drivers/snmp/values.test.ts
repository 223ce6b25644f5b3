import { ObjectType } from 'net-snmp';
import { describe, expect, it } from 'vitest';
import { FaultError } from '../../kit/fault.ts';
import { toJson, toVarbind } from './values.ts';

const { OctetString, Counter64, Integer, Gauge, OID, IpAddress, TimeTicks, NoSuchInstance } = ObjectType;

describe('connectors/drivers/snmp/values', () => {
  it.each([
    [OctetString, Buffer.from('Zürich\r\n'), undefined, 'Zürich\r\n'],
    [OctetString, Buffer.from([0, 0x1b, 0x21]), undefined, '00:1b:21'],
    [OctetString, Buffer.from([0xc3, 0x28]), undefined, 'c3:28'],
    [OctetString, Buffer.from('AB'), 'bytes', '41:42'],
    [OctetString, Buffer.alloc(0), 'bytes', ''],
    [Counter64, Buffer.from('00ffffffffffffffff', 'hex'), undefined, '18446744073709551615'],
    [Counter64, Buffer.alloc(0), undefined, '0'],
    [Integer, -3, undefined, -3],
    [NoSuchInstance, null, undefined, undefined],
  ] as const)('reads type %s', (type, value, as, expected) => {
    expect(toJson({ oid: '1.3', type, value }, as)).toBe(expected);
  });

  it.each([
    [5, undefined, Integer, 5],
    [true, undefined, Integer, 1],
    [false, undefined, Integer, 2],
    ['text', undefined, OctetString, Buffer.from('text')],
    ['00:1b', 'bytes', OctetString, Buffer.from([0, 0x1b])],
    ['4294967295', 'unsigned', Gauge, 4294967295],
    [100, 'timeticks', TimeTicks, 100],
    ['1.3.6', 'oid', OID, '1.3.6'],
    ['192.0.2.1', 'ip_address', IpAddress, '192.0.2.1'],
  ] as const)('sets %j as %s', (value, as, type, expected) => {
    expect(toVarbind('1.3', value, as)).toEqual({ oid: '1.3', type, value: expected });
  });

  it.each([
    [1.5, undefined],
    [2 ** 31, 'integer'],
    [-1, 'unsigned'],
    ['abc', 'bytes'],
    ['1..3', 'oid'],
    ['::1', 'ip_address'],
    [{ a: 1 }, 'text'],
  ] as const)('refuses %j as %s', (value, as) => {
    expect(() => toVarbind('1.3', value, as)).toThrow(FaultError);
  });
});
