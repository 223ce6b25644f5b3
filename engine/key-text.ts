import { z } from 'zod';
import type { Json, JsonObject } from '../core/json.ts';
import type { RecordProblem } from '../transforms/problem.ts';

export const keyLengthMax = 600;
const oddKey: RecordProblem = {
  code: 'invalid_key',
  message: `The key is longer than ${keyLengthMax} characters, or holds characters that no text may hold.`,
};

/** Identifies a record; a problem where a field of the key is missing. */
export type ReadKey = (record: JsonObject) => { ok: true; key: string } | { ok: false; problem: RecordProblem };

/** A key is stored as text of the database: no NUL, no half of a character pair, and short enough for an index. */
export function keyProblem(key: string): RecordProblem | undefined {
  return key.length <= keyLengthMax && !key.includes('\0') && key.isWellFormed() ? undefined : oddKey;
}

export function isIdentifying(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null && value !== '';
}

/** One text for the values of a key: the text itself for a single one, a JSON list for several. */
export function toKeyText(values: readonly (Json | undefined)[]): string | undefined {
  const [first] = values;
  if (!values.every(isIdentifying) || first === undefined) return undefined;
  return values.length === 1 && typeof first === 'string'
    ? first
    : JSON.stringify(values.length === 1 ? first : values);
}

/** The values of a key of several: the list that `toKeyText` made a text of. */
export function readKeyTexts(text: string): Json[] {
  return z.array(z.json()).parse(JSON.parse(text));
}
