import { isIPv4 } from 'node:net';
import { ObjectType, type Varbind } from 'net-snmp';
import type { Json } from '../../../core/json.ts';
import { FaultError } from '../../kit/fault.ts';
import { isOid } from '../../kit/snmp/oid.ts';
import type { ValueType } from '../../kit/snmp/operations.ts';

/** A value of an agent as JSON; `undefined` where it has none. Counters of 64 bits are texts, like all such numbers. */
export function toJson({ type, value }: Varbind, as?: ValueType): Json | undefined {
  if (Buffer.isBuffer(value)) {
    if (type === ObjectType.Counter64) return toBigInt(value).toString();
    return as === 'text' || (as === undefined && isText(value)) ? value.toString('utf8') : toHex(value);
  }
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}

/** Bytes as devices print them: `00:1b:21:ff`. */
function toHex(bytes: Buffer): string {
  return (bytes.toString('hex').match(/../g) ?? []).join(':');
}

function toBigInt(bytes: Buffer): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`);
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Octets that people can read: UTF-8 without control characters but for white space. */
function isText(bytes: Buffer): boolean {
  try {
    return !/(?!\s)\p{Cc}/u.test(decoder.decode(bytes));
  } catch {
    return false;
  }
}

/**
 * A value of a record as it is set. Where its column has no type, whole numbers are integers, texts are octets and
 * booleans are truth values (1 and 2).
 *
 * @throws {FaultError} `validation` when the value does not have the type.
 */
export function toVarbind(oid: string, value: Json, as: ValueType | undefined): Varbind {
  const plain = typeof value === 'boolean' ? (value ? 1 : 2) : value;
  const type = as ?? (typeof plain === 'number' ? 'integer' : 'text');
  const made = makers[type](plain);
  if (made === undefined) throw new FaultError({ kind: 'validation', message: `The value is no ${type}.` });
  return { oid, ...made };
}

type Made = Pick<Varbind, 'type' | 'value'> | undefined;

/** @see https://www.rfc-editor.org/rfc/rfc2578#section-2 */
const makers: Readonly<Record<ValueType, (value: Json) => Made>> = {
  integer: (value) => makeNumber(ObjectType.Integer, value, -(2 ** 31), 2 ** 31 - 1),
  unsigned: (value) => makeNumber(ObjectType.Gauge, value, 0, 2 ** 32 - 1),
  timeticks: (value) => makeNumber(ObjectType.TimeTicks, value, 0, 2 ** 32 - 1),
  text: (value) => makeOctets(typeof value === 'object' ? undefined : Buffer.from(String(value))),
  bytes: (value) => makeOctets(fromHex(value)),
  oid: (value) => (typeof value === 'string' && isOid(value) ? { type: ObjectType.OID, value } : undefined),
  ip_address: (value) =>
    typeof value === 'string' && isIPv4(value) ? { type: ObjectType.IpAddress, value } : undefined,
};

function makeNumber(type: ObjectType, value: Json, min: number, max: number): Made {
  const number = typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value;
  const fits = typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max;
  return fits ? { type, value: number } : undefined;
}

function makeOctets(value: Buffer | undefined): Made {
  return value === undefined || value.length > 65_535 ? undefined : { type: ObjectType.OctetString, value };
}

function fromHex(value: Json): Buffer | undefined {
  const digits = typeof value === 'string' ? value.replaceAll(':', '') : undefined;
  return digits !== undefined && /^(?:[0-9a-f]{2})*$/i.test(digits) ? Buffer.from(digits, 'hex') : undefined;
}
