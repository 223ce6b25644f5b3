import type { Json } from '../../core/json.ts';
import { FaultError } from '../kit/fault.ts';
import type { AttributeCodec } from '../kit/ldap/operations.ts';

/**
 * A GUID as Windows writes it: the first three groups have their bytes in reverse.
 *
 * @see https://learn.microsoft.com/openspecs/windows_protocols/ms-dtyp/4926e530-816e-41c2-b251-ec5c7aca018a
 */
export const guid: AttributeCodec = {
  decode(bytes) {
    if (bytes.length !== 16) return bytes.toString('base64');
    const hex = reorder(bytes).toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  },
  encode(value) {
    const hex = typeof value === 'string' ? value.replaceAll(/[{}-]/g, '') : '';
    if (!/^[0-9a-f]{32}$/i.test(hex)) throw refuse('This is not a GUID, such as 1f0e9a3c-5f4d-4c1b-9b7a-0c2d4e6f8a1b.');
    return reorder(Buffer.from(hex, 'hex'));
  },
};

function reorder(bytes: Buffer): Buffer {
  return Buffer.from([3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15].map((index) => bytes[index] ?? 0));
}

/**
 * A security identifier, `S-1-5-21-…`: revision, number of parts, authority (big endian), parts (little endian).
 *
 * @see https://learn.microsoft.com/openspecs/windows_protocols/ms-dtyp/f992ad60-0fe4-4b87-9fed-beb478836861
 */
export const sid: AttributeCodec = {
  decode(bytes) {
    const count = bytes[1] ?? 0;
    if (bytes.length !== 8 + 4 * count) return bytes.toString('base64');
    const parts = Array.from({ length: count }, (_, index) => bytes.readUInt32LE(8 + 4 * index));
    return ['S', bytes[0], bytes.readUIntBE(2, 6), ...parts].join('-');
  },
  encode() {
    throw refuse('Only the directory gives this value.');
  },
};

/** 100 nanoseconds between 1601 and 1970. */
const epoch = 116_444_736_000_000_000n;

const endOfTime = 0x7fff_ffff_ffff_ffffn;

/** 0 and the largest number both mean never. */
const never = new Set([0n, endOfTime]);

/**
 * A time in units of 100 nanoseconds since 1601, as ISO 8601; `null` for never.
 *
 * @see https://learn.microsoft.com/windows/win32/adschema/a-accountexpires
 */
export const fileTime: AttributeCodec = {
  decode(bytes) {
    const text = bytes.toString('latin1');
    if (!/^-?\d{1,19}$/.test(text)) return text;
    const units = BigInt(text);
    if (never.has(units)) return null;
    const date = new Date(Number((units - epoch) / 10_000n));
    return Number.isNaN(date.getTime()) ? text : date.toISOString();
  },
  encode(value) {
    const date = typeof value === 'string' ? new Date(value) : new Date(Number.NaN);
    if (Number.isNaN(date.getTime())) throw refuse('This is not a date and time of ISO 8601.');
    return String(BigInt(date.getTime()) * 10_000n + epoch);
  },
};

/**
 * The end of an account. The directory lets nobody take it away from an account: what has none has the largest number.
 *
 * @see https://learn.microsoft.com/windows/win32/adschema/a-accountexpires
 */
export const accountEnd: AttributeCodec = { ...fileTime, none: String(endOfTime) };

/** `20261121180000.0Z` as ISO 8601. @see https://www.rfc-editor.org/rfc/rfc4517#section-3.3.13 */
export const generalizedTime: AttributeCodec = {
  decode(bytes) {
    const text = bytes.toString('latin1');
    return text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/, '$1-$2-$3T$4:$5:$6Z');
  },
  encode() {
    throw refuse('Only the directory gives this value.');
  },
};

/** A whole number, where it is one that JSON holds exactly. */
export const integer: AttributeCodec = {
  decode(bytes) {
    const text = bytes.toString('latin1');
    return Number.isSafeInteger(Number(text)) ? Number(text) : text;
  },
  encode: (value) => String(toScalar(value)),
};

function toScalar(value: Json): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw refuse('This is not a number.');
}

/**
 * A password in quotes, as UTF-16. It cannot be read, and is accepted only over encrypted connections.
 *
 * @see https://learn.microsoft.com/openspecs/windows_protocols/ms-adts/6e803168-f140-4d23-b2d3-c3a8ab5917d2
 */
export const password: AttributeCodec = {
  decode: () => null,
  encode: (value) => Buffer.from(`"${String(toScalar(value))}"`, 'utf16le'),
};

function refuse(message: string): FaultError {
  return new FaultError({ kind: 'validation', message });
}
