import { z } from 'zod';
import type { Json, JsonObject } from '../core/json.ts';
import { parseJson } from '../core/json/json-text.ts';
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

/** Whether keys are lists: of several fields. */
interface Keyed {
  keyIsList?: true | undefined;
}

/**
 * The text that stands for all forms of a key: systems differ in how they write a number, and may begin to write it as a text. A
 * key of one field has one form in any case; of several, numbers and truth values are taken as texts.
 */
export function toSameKey({ keyIsList }: Keyed, key: string): string {
  return keyIsList === true && mayHaveForms.test(key) ? JSON.stringify(listTexts(key)) : key;
}

/** Forms that the ledger may know a key by, itself among them; absent where it has no other. */
export function listKeyForms({ keyIsList }: Keyed, key: string): string[] | undefined {
  if (keyIsList !== true || !mayHaveForms.test(key)) return undefined;
  const texts = listTexts(key);
  const plain = texts.map((text) => (typeof text === 'string' ? toPlain(text) : text));
  const open = plain.flatMap((value, index) => (value === texts[index] ? [] : [index]));
  if (open.length === 0) return undefined;
  let forms = [texts];
  // Beyond that, a source changes all of its numbers or none.
  const turned = open.length > turnedMax ? [open] : open.map((index) => [index]);
  for (const indexes of turned) {
    forms = forms.flatMap((form) => [
      form,
      form.map((value, at) => (indexes.includes(at) ? (plain[at] ?? value) : value)),
    ]);
  }
  return [...new Set([key, ...forms.map((form) => JSON.stringify(form))])];
}

/** Values of a key that may each be written in either way. */
const turnedMax = 4;

/** A value that begins as a number does, or a truth value. */
const mayHaveForms = /[[,"](?:-?\d|true|false)/;

function listTexts(key: string): Json[] {
  const values = parseJson(key);
  if (!Array.isArray(values)) throw new Error('The key is not a list of values.');
  return values.map((value) =>
    typeof value === 'number' || typeof value === 'boolean' ? JSON.stringify(value) : value,
  );
}

/** The number or truth value that is written so. */
function toPlain(text: string): Json {
  const value = text === 'true' || text === 'false' ? text === 'true' : Number(text);
  return JSON.stringify(value) === text ? value : text;
}

/** The values of a key of several: the list that `toKeyText` made a text of. */
export function readKeyTexts(text: string): Json[] {
  return z.array(z.json()).parse(JSON.parse(text));
}
