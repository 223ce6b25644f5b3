import { FaultError } from '../../kit/fault.ts';
import type { Admitted } from '../shared/egress/limit-answers.ts';

/** Tags of BER and of the messages that hold much. @see https://www.rfc-editor.org/rfc/rfc4511#section-4.5.2 */
const [sequence, set, octets, searchEntry] = [0x30, 0x31, 0x04, 0x64];
const constructed = 0x20;

/** Messages, their parts and those of their controls: seven levels; some are left for extensions. */
const depthMax = 12;

/** What ldapts makes of an element, at most: a part of an attribute, a value as bytes and as text. */
const elementBytes = 200;

interface Element {
  tag: number;
  from: number;
  end: number;
}

/**
 * Splits what a directory sends into messages, and checks each before ldapts sees it: ldapts never stops reading a list
 * that claims to be longer than its message, and copies everything received for each further chunk.
 *
 * @returns a function of chunks. It throws a {@link FaultError} of `schema_drift` at what is no message of LDAP.
 */
export function createMessageGate(): (chunk: Buffer) => Admitted {
  let parts: Buffer[] = [];
  let [held, wanted] = [0, 0];
  return (chunk) => {
    parts.push(chunk);
    held += chunk.length;
    const admitted: Buffer[] = [];
    let weight = chunk.length;
    if (held < wanted) return { pass: admitted, weight };
    let rest = Buffer.concat(parts);
    for (;;) {
      const end = findEnd(rest);
      wanted = end ?? 0;
      if (end === undefined || end > rest.length) break;
      const message = rest.subarray(0, end);
      weight += countElements(message) * elementBytes;
      admitted.push(message);
      rest = rest.subarray(end);
    }
    [parts, held] = [[rest], rest.length];
    return { pass: admitted, weight };
  };
}

/** Where the first message ends; `undefined` where its length is not there yet. */
function findEnd(bytes: Buffer): number | undefined {
  const first = bytes[1];
  if (first === undefined || (first > 0x80 && bytes.length < 2 + first - 0x80)) return undefined;
  const { tag, end } = readElement(bytes, 0, Number.POSITIVE_INFINITY);
  if (tag !== sequence) throw new FaultError(notLdap);
  return end;
}

/** @throws {FaultError} when the element does not end before what holds it. */
function readElement(bytes: Buffer, at: number, end: number): Element {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  const lengthBytes = first === undefined || first < 0x80 ? 0 : first - 0x80;
  const from = at + 2 + lengthBytes;
  const isShort = tag === undefined || first === undefined || from > end || from > bytes.length;
  if (isShort || first === 0x80 || lengthBytes > 4) throw new FaultError(notLdap);
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
  if (from + length > end) throw new FaultError(notLdap);
  return { tag, from, end: from + length };
}

function countElements(message: Buffer): number {
  let count = 0;
  const walk = (at: number, end: number, depth: number): void => {
    if (depth > depthMax) throw new FaultError(notLdap);
    for (let from = at; from < end; count += 1) {
      const element = readElement(message, from, end);
      if (element.tag === searchEntry) requireEntry(message, element);
      if ((element.tag & constructed) !== 0) walk(element.from, element.end, depth + 1);
      from = element.end;
    }
  };
  walk(0, message.length, 0);
  return count;
}

/** A name, and a list of attributes of which each is a name and a set of values. */
function requireEntry(bytes: Buffer, entry: Element): void {
  const name = requireTag(bytes, entry.from, entry.end, octets);
  const list = requireTag(bytes, name.end, entry.end, sequence);
  for (let at = list.from; at < list.end;) {
    const attribute = requireTag(bytes, at, list.end, sequence);
    const type = requireTag(bytes, attribute.from, attribute.end, octets);
    const values = requireTag(bytes, type.end, attribute.end, set);
    at = attribute.end;
    if (values.end !== at) throw new FaultError(notLdap);
  }
}

function requireTag(bytes: Buffer, at: number, end: number, tag: number): Element {
  const element = readElement(bytes, at, end);
  if (element.tag !== tag) throw new FaultError(notLdap);
  return element;
}

const notLdap = {
  kind: 'schema_drift',
  message: "The directory's response is not LDAP. Check the port and its encryption.",
} as const;
