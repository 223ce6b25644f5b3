import { XMLParser } from 'fast-xml-parser';
import type { Json } from '../../../core/json.ts';
import { FaultError } from '../fault.ts';
import { memoize } from '../memoize.ts';
import { toJsonObject } from '../narrow.ts';

/** How a document becomes members. */
export interface XmlReading {
  /** Reads attributes too, as members that begin with `@`, and text beside them as `#text`. */
  attributes?: boolean | undefined;
  /** Leaves the namespaces' prefixes out of names. */
  plainNames?: boolean | undefined;
}

/** Entities stay off: a document type declaration could define new ones. The predefined five are decoded by hand. */
const createParser = memoize(
  ({ attributes = false, plainNames = false }: XmlReading) =>
    new XMLParser({
      processEntities: false,
      ignoreAttributes: !attributes,
      attributeNamePrefix: '@',
      removeNSPrefix: plainNames,
      ignoreDeclaration: true,
      parseTagValue: false,
      trimValues: false,
      tagValueProcessor: (_name, value) => decodeEntities(value),
      attributeValueProcessor: (_name, value) => decodeEntities(value),
    }),
);

/**
 * Reads an XML document into objects, lists and texts; a repeated element becomes a list.
 *
 * @throws {FaultError} `schema_drift` when it is not XML, or declares a document type.
 */
export function decodeXml(text: string, reading: XmlReading = {}): Json {
  const root = /^\s*(?:<\?[^>]*\?>\s*)?<([\w:.-]+)/.exec(text)?.[1];
  const isWhole = root !== undefined && (text.trimEnd().endsWith(`</${root}>`) || /^[^>]*\/>\s*$/.test(text));
  if (!isWhole) throw new FaultError({ kind: 'transient', message: 'The answer is not complete XML.' });
  if (/<!DOCTYPE/i.test(text)) {
    throw new FaultError({
      kind: 'schema_drift',
      message: 'The answer declares a document type, which is not accepted.',
    });
  }
  try {
    return toJsonObject(createParser(pickReading(reading)).parse(text));
  } catch {
    throw new FaultError({ kind: 'schema_drift', message: 'The answer is not XML.' });
  }
}

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
