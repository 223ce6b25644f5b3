import type { FieldError } from '../core/errors.ts';

/** @see API.md §2 "Limits" */
export const jsonDepthMax = 64;
export const jsonKeysMax = 10_000;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Looks for what no body may hold: more nesting or keys than the limits, keys that name parts of JavaScript's objects,
 * text that no database text can hold (NUL, halves of character pairs), and numbers beyond those of IEEE 754.
 *
 * Walks without recursion, so that no body can exhaust the stack. Values are never repeated in the answer.
 */
export function findForbidden(root: unknown): FieldError | undefined {
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  let keys = 0;
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const { value, depth } = item;
    if (typeof value === 'string') {
      if (!isStorable(value)) return unstorable;
      continue;
    }
    // `1e400` is JSON; what reads it as infinite would write it as null.
    if (typeof value === 'number' && !Number.isFinite(value)) return unholdable;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > jsonDepthMax)
      return { path: '', code: 'too_deep', message: `The body is nested deeper than ${jsonDepthMax} levels.` };
    if (Array.isArray(value)) {
      for (const element of value) pending.push({ value: element, depth: depth + 1 });
      continue;
    }
    for (const [key, member] of Object.entries(value)) {
      keys += 1;
      if (keys > jsonKeysMax)
        return { path: '', code: 'too_many_keys', message: `The body has more than ${jsonKeysMax} keys.` };
      if (forbiddenKeys.has(key)) return { path: key, code: 'forbidden_key', message: 'No member may have this name.' };
      if (!isStorable(key)) return unstorable;
      pending.push({ value: member, depth: depth + 1 });
    }
  }
  return undefined;
}

const unstorable: FieldError = {
  path: '',
  code: 'invalid_text',
  message: 'Text must not hold NUL characters or halves of surrogate pairs.',
};

const unholdable: FieldError = {
  path: '',
  code: 'number_too_large',
  message: 'Numbers must lie between -1.8e308 and 1.8e308.',
};

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
