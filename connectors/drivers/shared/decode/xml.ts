import type { Json } from '../../../../core/json.ts';
import { FaultError } from '../../../kit/fault.ts';
import { loadLibrary } from '../load-library.ts';
import { memoize } from '../memoize.ts';
import { toJsonObject } from '../../../kit/type-guards.ts';
import { requireRoom } from '../../../kit/memory-room.ts';
import { weighXml } from './weigh-text.ts';

/** How a document is converted. */
export interface XmlReading {
  /** Reads attributes too, as members that begin with `@`, and text beside them as `#text`. */
  attributes?: boolean | undefined;
  /** Removes namespace prefixes from names. */
  plainNames?: boolean | undefined;
}

/** Entities stay off: a document type declaration could define new ones. The predefined five are decoded by hand. */
const createParser = memoize(
  ({ attributes = false, plainNames = false }: XmlReading) =>
    new (loadLibrary('fast-xml-parser').XMLParser)({
      processEntities: false,
      ignoreAttributes: !attributes,
      attributeNamePrefix: '@',
      removeNSPrefix: plainNames,
      ignoreDeclaration: true,
      ignorePiTags: true,
      parseTagValue: false,
      trimValues: false,
      tagValueProcessor: (_name, value) => decodeEntities(value),
      attributeValueProcessor: (_name, value) => decodeEntities(value),
    }),
);

/**
 * Reads an XML document into objects, lists and texts; a repeated element becomes a list.
 *
 * @throws {FaultError} `schema_drift` when it is not XML, declares a document type, or exceeds a limit.
 */
export function decodeXml(text: string, reading: XmlReading = {}): Json {
  requireRoom(weighXml(text));
  const plain = escapeSections(text);
  if (!isWhole(plain)) throw new FaultError({ kind: 'transient', message: 'The response is incomplete XML.' });
  if (/<!DOCTYPE/i.test(plain)) {
    throw new FaultError({
      kind: 'schema_drift',
      message: 'The response declares a document type, which is not accepted.',
    });
  }
  try {
    return toJsonObject(createParser(pickReading(reading)).parse(plain));
  } catch {
    throw new FaultError({ kind: 'schema_drift', message: 'The response is not XML.' });
  }
}

const misc = String.raw`\s*(?:(?:<\?[^>]*\?>|<!--(?:(?!-->)[^])*-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\][^>]*)?>)\s*)*`;
const opening = new RegExp(`^${misc}<([^\\s/>!?]+)`, 'i');
const emptyRest = new RegExp(`^[^<>]*/>${misc}$`, 'i');
const closingRest = new RegExp(`^\\s*>${misc}$`, 'i');

/** True if the root element is closed. Comments and declarations may surround it. */
function isWhole(text: string): boolean {
  const [start = '', root] = opening.exec(text) ?? [];
  if (root === undefined) return false;
  const end = `</${root}`;
  const at = text.lastIndexOf(end);
  return at === -1 ? emptyRest.test(text.slice(start.length)) : closingRest.test(text.slice(at + end.length));
}

/**
 * Sections of plain text as text like any other: the parser does not tell them apart, and in a section nothing is an
 * entity.
 */
function escapeSections(text: string): string {
  let escaped = '';
  for (let at = 0; ;) {
    const start = text.indexOf(sectionStart, at);
    const end = start === -1 ? -1 : text.indexOf(sectionEnd, start);
    if (end === -1) return at === 0 ? text : escaped + text.slice(at);
    const section = text.slice(start + sectionStart.length, end).replace(/[&<>]/g, (char) => markup[char] ?? '');
    escaped += text.slice(at, start) + section;
    at = end + sectionEnd.length;
  }
}

const sectionStart = '<![CDATA[';
const sectionEnd = ']]>';
const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function pickReading({ attributes, plainNames }: XmlReading): XmlReading {
  return { attributes, plainNames };
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[String(name)] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}
