import type { Json } from '../../../../core/json.ts';
import { FaultError } from '../../../kit/fault.ts';
import { decodeJson } from './json.ts';
import { toText } from './text.ts';
import { decodeXml } from './xml.ts';

/** An XML declaration, or a root with a namespace. Web pages have neither, or are HTML. */
const isXml = /^\s*<(?:\?xml|(?!html\b)[\w.-]+(?::|\s[^>]*\bxmlns\b))/i;

/** Decodes a body as one value: JSON, or XML without prefixes. @throws {FaultError} where it is neither. */
export function decodeDocument(bytes: Buffer): Json {
  const text = toText(bytes);
  return isXml.test(text) ? decodeXml(text, { plainNames: true }) : decodeJson(text);
}

/** Like `decodeDocument`, for conditions and signals. `undefined` if the body is neither. */
export function readDocument(bytes: Buffer): Json | undefined {
  try {
    const text = toText(bytes);
    return text.trimStart().startsWith('<') ? decodeXml(text, { plainNames: true }) : decodeJson(text);
  } catch (error) {
    if (error instanceof FaultError) return undefined;
    throw error;
  }
}
