import type { Json } from '../../../core/json.ts';
import { FaultError } from '../fault.ts';
import { toText } from './body.ts';
import { decodeJson } from './json.ts';
import { decodeXml } from './xml.ts';

/** Reads a body as one value for conditions and signals: JSON, or XML without prefixes; `undefined` where it is neither. */
export function readDocument(bytes: Buffer): Json | undefined {
  const text = toText(bytes);
  try {
    return text.trimStart().startsWith('<') ? decodeXml(text, { plainNames: true }) : decodeJson(text);
  } catch (error) {
    if (error instanceof FaultError) return undefined;
    throw error;
  }
}
