import { type Document, isNode, parseDocument, stringify } from 'yaml';
import { isObject, type JsonObject, toJson } from '../json.ts';

export type CodeFormat = 'yaml' | 'json';

/** A part of a text. */
export interface Position {
  line: number;
  start: number;
  end: number;
}

export type ReadCode =
  | { ok: true; value: JsonObject; find: (path: readonly (string | number)[]) => Position }
  | { ok: false; message: string };

export function writeCode(value: JsonObject, format: CodeFormat): string {
  if (format === 'json') return JSON.stringify(value, undefined, 2);
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Reads either: whatever is JSON is YAML as well. */
export function readCode(text: string): ReadCode {
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  // The first line says what and where; the others draw it.
  if (error !== undefined) return { ok: false, message: error.message.split('\n')[0]?.replace(/:$/, '.') ?? '' };
  const value = toValue(document);
  if (!isObject(value)) return { ok: false, message: 'A definition has members, each with its name.' };
  return { ok: true, value, find: (path) => findPosition(text, document, path) };
}

/** @returns nothing for what no JSON can say. */
function toValue(document: Document): unknown {
  try {
    return toJson(document.toJS({ maxAliasCount: 100 }));
  } catch {
    return undefined;
  }
}

/** Where a path leads to, or as far of it as is there: to the end of the line. */
function findPosition(text: string, document: Document, path: readonly (string | number)[]): Position {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return toPosition(text, node.range[0]);
  }
  return toPosition(text, 0);
}

function toPosition(text: string, at: number): Position {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return { line: text.slice(0, at).split('\n').length, start, end: end === -1 ? text.length : end };
}
