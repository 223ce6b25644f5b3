import type { FieldError } from '../../core/errors.ts';
import { toPathText } from '../../core/field-errors.ts';
import { weighJson } from '../../core/json/weigh-json.ts';
import { messages } from '../../core/messages.ts';

/** @see docs/limits.md */
export const jsonDepthMax = 64;
export const jsonKeysMax = 10_000;
/** Lists, objects and what is in them, all together. */
export const jsonValuesMax = 50_000;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Refuses a body of too many values before anything is made of it: a megabyte of empty lists takes as long as a thousand
 * ordinary requests.
 */
export function findTooMany(text: string, valuesMax: number = jsonValuesMax): FieldError | undefined {
  // A value takes two characters with what separates it from the next.
  if (text.length / 2 <= valuesMax || weighJson(text).values <= valuesMax) return undefined;
  return { path: '', code: 'too_many_values', message: messages.valuesTooMany({ max: valuesMax }) };
}

/** Stands in a body that was read for a number whose digits `JSON.parse` would have changed. */
export const longNumber: unique symbol = Symbol('longNumber');

/** A value on the way, and where it stands: the key in its parent, whose own place is next. */
interface Item {
  value: unknown;
  depth: number;
  key?: PropertyKey;
  parent?: Item;
}

/**
 * Looks for what no body may hold: more nesting or keys than the limits, keys that name parts of JavaScript's objects,
 * numbers that those of IEEE 754 do not reach or not tell from others, and text that no database text can hold (NUL, halves of character pairs).
 *
 * Walks without recursion, so that no body can exhaust the stack. Values are never repeated in the answer.
 */
export function findForbidden(root: unknown): FieldError | undefined {
  const pending: Item[] = [{ value: root, depth: 1 }];
  let keys = 0;
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const { value, depth } = item;
    if (typeof value === 'string' && !isStorable(value)) return { path: pathOf(item), ...unstorable };
    if (value === longNumber) return { path: pathOf(item), ...tooLong };
    // `1e400` is JSON; what reads it as infinite would write it as null.
    if (value === Infinity || value === -Infinity) return { path: pathOf(item), ...tooLarge };
    if (typeof value !== 'object' || value === null) continue;
    if (depth > jsonDepthMax)
      return { path: '', code: 'too_deep', message: messages.nestedTooDeep({ max: jsonDepthMax }) };
    if (Array.isArray(value)) {
      value.forEach((element: unknown, key) => pending.push({ value: element, depth: depth + 1, key, parent: item }));
      continue;
    }
    for (const [key, member] of Object.entries(value)) {
      keys += 1;
      if (keys > jsonKeysMax)
        return { path: '', code: 'too_many_keys', message: messages.keysTooMany({ max: jsonKeysMax }) };
      // Such a key is no text to repeat.
      if (!isStorable(key)) return { path: pathOf(item), ...unstorable };
      const child: Item = { value: member, depth: depth + 1, key, parent: item };
      if (forbiddenKeys.has(key)) return { path: pathOf(child), code: 'forbidden_key', message: messages.keyForbidden };
      pending.push(child);
    }
  }
  return undefined;
}

function pathOf(item: Item): string {
  const path: PropertyKey[] = [];
  for (let at: Item | undefined = item; at !== undefined; at = at.parent)
    if (at.key !== undefined) path.unshift(at.key);
  return toPathText(path);
}

const unstorable = {
  code: 'invalid_text',
  message: messages.textUnsafe,
};

/** @see https://www.rfc-editor.org/rfc/rfc7493#section-2.2 */
const tooLong = {
  code: 'number_too_long',
  message: messages.numberUnsafe,
};

const tooLarge = { code: 'number_too_large', message: messages.numberTooLarge };

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
