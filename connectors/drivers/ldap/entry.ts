import type { Entry } from 'ldapts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { FaultError } from '../../kit/fault.ts';
import type { AttributeValue, EntryFormat } from '../../kit/ldap/operations.ts';

/** Converts an entry to a record. Omits attributes without values; bytes that are not text become base64. */
export function toRecord({ dn, ...attributes }: Entry, format: EntryFormat): JsonObject {
  const record: JsonObject = { dn };
  for (const [name, given] of Object.entries(attributes)) {
    const values = Array.isArray(given) ? given : [given];
    const [first] = values;
    if (first === undefined) continue;
    const codec = format.codecs[name];
    const decode = (value: AttributeValue): Json => {
      if (codec !== undefined) return codec.decode(Buffer.from(value));
      return typeof value === 'string' ? value : value.toString('base64');
    };
    record[name] = values.length > 1 || format.lists.includes(name) ? values.map(decode) : decode(first);
  }
  return format.decode?.(record) ?? record;
}

/**
 * The values of a record's field as an attribute takes them; none for `null`, the empty text and the empty list, or what the attribute
 * has for that.
 *
 * @throws {FaultError} `validation` when it holds an object.
 */
export function toValues(name: string, value: Json, format: EntryFormat): AttributeValue[] {
  const codec = format.codecs[name];
  const values = (Array.isArray(value) ? value : [value]).filter((item) => item !== null && item !== '');
  if (values.length === 0 && codec?.none !== undefined) return [codec.none];
  return values.map((item) => {
    if (codec !== undefined) return codec.encode(item);
    if (typeof item === 'object') throw new FaultError(notAValue(name));
    return typeof item === 'boolean' ? String(item).toUpperCase() : String(item);
  });
}

function notAValue(name: string): FaultError['fault'] {
  const message = 'An attribute takes texts, numbers, true and false, or a list of them.';
  return { kind: 'validation', message, fields: [{ field: name, message }] };
}

/** The values to remove from an attribute, and those to add. */
export function compareValues(
  name: string,
  current: readonly AttributeValue[],
  wanted: readonly AttributeValue[],
  format: EntryFormat,
): { missing: AttributeValue[]; surplus: AttributeValue[] } {
  const codec = format.codecs[name];
  // Two stored values can both mean `null`.
  const toValueKey = (value: AttributeValue): string =>
    codec?.none === undefined ? toBytesKey(value) : JSON.stringify(codec.decode(Buffer.from(value)));
  const toKey = format.references.includes(name) ? toNameKey : toValueKey;
  const has = new Set(current.map(toKey));
  const wants = new Set(wanted.map(toKey));
  return {
    missing: wanted.filter((value) => !has.has(toKey(value))),
    surplus: current.filter((value) => !wants.has(toKey(value))),
  };
}

function toBytesKey(value: AttributeValue): string {
  return Buffer.from(value).toString('latin1');
}

/** Names of entries are compared without case and spaces around separators. */
export function toNameKey(dn: AttributeValue): string {
  return dn
    .toString()
    .toLowerCase()
    .replace(/\s*([,=+])\s*/g, '$1')
    .trim();
}

/** Escapes a value for use in the name of an entry. @see https://www.rfc-editor.org/rfc/rfc4514#section-2.4 */
export function escapeName(value: string): string {
  return value.replace(/["+,;<>\\=#\0]|^ | $/g, (character) => `\\${Buffer.from(character).toString('hex')}`);
}

/** The attribute and value of an entry's relative name, and the name of its parent. */
export function splitName(dn: string): { attribute: string; value: string; parent: string } {
  const [, attribute = '', value = '', parent = ''] = /^([^=]+)=((?:\\.|[^,\\])*)(?:,(.*))?$/su.exec(dn) ?? [];
  return { attribute: attribute.trim(), value: unescape(value.trim()), parent };
}

function unescape(value: string): string {
  return value
    .replace(/(?:\\[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString('utf8'))
    .replace(/\\(.)/g, '$1');
}
