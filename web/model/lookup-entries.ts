import { isSame, type JsonObject, type JsonValue } from './json.ts';

type Read = { ok: true; entries: JsonObject } | { ok: false; message: string };

/** Reads entries of a lookup table: on each line a key, a tab or `=`, and a value. Values other than texts are JSON. */
export function readEntries(text: string): Read {
  const entries = new Map<string, JsonValue>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const cut = line.includes('\t') ? line.indexOf('\t') : line.indexOf('=');
    if (cut === -1) return { ok: false, message: `Line ${index + 1} has no tab and no =.` };
    const key = line.slice(0, cut).trim();
    if (entries.has(key)) return { ok: false, message: `Line ${index + 1} repeats the key ${key}.` };
    entries.set(key, toValue(line.slice(cut + 1).trim()));
  }
  return { ok: true, entries: Object.fromEntries(entries) };
}

/** Writes entries so that `readEntries` gives the same. @returns `undefined` where a key cannot be written so. */
export function writeEntries(entries: Readonly<Record<string, JsonValue>>): string | undefined {
  const text = Object.entries(entries)
    .map(([key, value]) => `${key}\t${isPlain(value) ? value : JSON.stringify(value)}`)
    .join('\n');
  const read = readEntries(text);
  return read.ok && isSame(read.entries, entries) ? text : undefined;
}

/** A text that stays one when it is read again. */
function isPlain(value: JsonValue): value is string {
  return typeof value === 'string' && value === value.trim() && !value.includes('\n') && toValue(value) === value;
}

function toValue(text: string): JsonValue {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : text;
  } catch {
    return text;
  }
}

/** Whatever `JSON.parse` gives is JSON. */
function isJson(_value: unknown): _value is JsonValue {
  return true;
}
