import { describe, expect, it } from 'vitest';
import { fileTime, generalizedTime, guid, integer, password, sid } from './codecs.ts';

describe('connectors/active_directory/codecs', () => {
  it('reads and writes GUIDs with their first groups in reverse', () => {
    const bytes = Buffer.from('33221100554477668899aabbccddeeff', 'hex');

    expect(guid.decode(bytes)).toBe('00112233-4455-6677-8899-aabbccddeeff');
    expect(guid.encode('{00112233-4455-6677-8899-AABBCCDDEEFF}')).toEqual(bytes);
    expect(() => guid.encode('x')).toThrow(/not a GUID/);
  });

  it.each([
    ['010100000000000512000000', 'S-1-5-18'],
    ['01050000000000051500000001020304050607080000000050020000', 'S-1-5-21-67305985-134678021-0-592'],
  ])('reads the security identifier %s', (hex, text) => {
    expect(sid.decode(Buffer.from(hex, 'hex'))).toBe(text);
  });

  it.each([
    ['132539328000000000', '2021-01-01T00:00:00.000Z'],
    ['0', null],
    ['9223372036854775807', null],
  ])('reads the time %s', (units, text) => {
    expect(fileTime.decode(Buffer.from(units))).toBe(text);
  });

  it('writes times back as they were', () => {
    expect(fileTime.encode('2021-01-01T00:00:00Z')).toBe('132539328000000000');
    expect(() => fileTime.encode('soon')).toThrow(/not a date/);
  });

  it('reads the times and numbers of the directory', () => {
    expect(generalizedTime.decode(Buffer.from('20261121180000.0Z'))).toBe('2026-11-21T18:00:00Z');
    expect(integer.decode(Buffer.from('512'))).toBe(512);
    expect(integer.decode(Buffer.from('9223372036854775807'))).toBe('9223372036854775807');
  });

  it('writes passwords in quotes as UTF-16, and never reads them', () => {
    expect(password.encode('aé')).toEqual(Buffer.from('22006100e9002200', 'hex'));
    expect(password.decode(Buffer.from('x'))).toBeNull();
  });
});
