const documentBytesMax = 256 * 1024;
const elementsMax = 5000;
const depthMax = 64;

/** An opening tag, or one of an element without content. */
export interface XmlTag {
  /** Without a prefix. */
  name: string;
  /** Between the brackets. */
  text: string;
  /** How many elements it stands in. */
  depth: number;
  /** What stands between it and the next tag. */
  content: string;
}

/** Text that is not read: the message says why, and repeats nothing of it. */
export class XmlRefusal extends Error {}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads at most 256 KiB of UTF-8. @throws {XmlRefusal} */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes.byteLength > documentBytesMax) throw new XmlRefusal('The document is too large.');
  try {
    return decoder.decode(bytes);
  } catch {
    throw new XmlRefusal('It is not UTF-8.');
  }
}

/**
 * Lists the tags of a document that somebody else made. Refuses large or deep ones, and declarations, entities, comments, sections
 * and instructions.
 *
 * A scanner of tags, and no parser: it looks at all that a parser could see, and more.
 *
 * @throws {XmlRefusal}
 */
export function scanXml(text: string): XmlTag[] {
  const body = text.replace(/^<\?xml [^<>?]*\?>\s*/, '');
  if (!body.startsWith('<')) throw new XmlRefusal('It is not XML.');
  const tags: XmlTag[] = [];
  let depth = 0;
  for (let at = 0; at !== -1 && at < body.length; at = body.indexOf('<', at)) {
    const next = body.charAt(at + 1);
    if (next === '!' || next === '?') throw new XmlRefusal('It has a declaration, a comment or an instruction.');
    const end = findEnd(body, at);
    const inner = body.slice(at + 1, end);
    if (next === '/') depth -= 1;
    else {
      const isEmpty = inner.endsWith('/');
      const content = isEmpty ? '' : body.slice(end + 1, body.indexOf('<', end));
      tags.push({ name: toLocalName(inner), text: inner, depth, content });
      if (!isEmpty) depth += 1;
    }
    if (depth > depthMax || tags.length > elementsMax) {
      throw new XmlRefusal('The document is too deep, or has too many elements.');
    }
    if (depth < 0) throw new XmlRefusal('It is not XML.');
    at = end + 1;
  }
  if (depth !== 0) throw new XmlRefusal('It is not XML.');
  return tags;
}

/** Where a tag ends: `>` may stand within quotes. */
function findEnd(text: string, from: number): number {
  let quote = '';
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return at;
    else if (char === '<') break;
  }
  throw new XmlRefusal('It is not XML.');
}

function toLocalName(inner: string): string {
  const [name = ''] = /^[^\s/>]+/.exec(inner) ?? [];
  return name.slice(name.indexOf(':') + 1);
}

/** What stands in an element, however deep. */
export function within(tags: readonly XmlTag[], element: XmlTag): XmlTag[] {
  const inside = tags.slice(tags.indexOf(element) + 1);
  const end = inside.findIndex(({ depth }) => depth <= element.depth);
  return end === -1 ? inside : inside.slice(0, end);
}

/** Attributes by their names, with prefixes. References stand as they were written. @throws {XmlRefusal} */
export function readAttributes({ text }: XmlTag): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(/\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (found.has(name)) throw new XmlRefusal('An attribute comes twice.');
    found.set(name, double ?? single ?? '');
  }
  return found;
}
