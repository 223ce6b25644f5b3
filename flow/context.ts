import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { setMember } from '../formula/canonical.ts';
import type { RecordProblem } from '../transforms/problem.ts';
import type { ItemContext } from './flow.ts';

/** What an item may carry: its record, the one before, and all outputs, as JSON. */
export const contextBytesMax = 256 * 1024;

/** Bytes of a value as JSON. */
export function countBytes(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}

const sizes = new WeakMap<object, number>();

/**
 * Bytes of a context as JSON. Ten thousand children carry the record of one item: what is an object, and is carried by
 * several contexts, is counted once.
 */
export function countContext({ input, ...context }: ItemContext): number {
  // What was delivered is read by two names, and carried once.
  const carried = input === undefined || input === context.record ? context : { ...context, input };
  return countMembers(carried, (name, value) =>
    name === 'steps' && isJsonObject(value) ? countMembers(value, (_, output) => countOnce(output)) : countOnce(value),
  );
}

/** With braces, names, colons and commas. */
function countMembers(of: JsonObject, count: (name: string, value: Json) => number): number {
  let sum = 0;
  for (const name of Object.keys(of)) {
    const value = of[name];
    if (value !== undefined) sum += countName(name) + 2 + count(name, value);
  }
  return sum === 0 ? 2 : sum + 1;
}

/** As `countBytes`; most names are of letters. */
function countName(name: string): number {
  return /^\w*$/.test(name) ? name.length + 2 : countBytes(name);
}

function countOnce(value: Json): number {
  if (typeof value !== 'object' || value === null) return countBytes(value);
  const known = sizes.get(value) ?? countBytes(value);
  sizes.set(value, known);
  return known;
}

export const tooLarge: RecordProblem = {
  code: 'item_too_large',
  message: `The item carries more than ${contextBytesMax / 1024} KiB: its record, the one before, and the outputs of its steps. Let steps give less, or let the source read fewer fields.`,
};

/** The context with the output of one more step. */
export function withOutput(context: ItemContext, step: string, output: Json): ItemContext {
  const steps = { ...context.steps };
  setMember(steps, step, output);
  return { ...context, steps };
}

/** The context in which the steps of an `on_error` run. */
export function withError(context: ItemContext, step: string, { code, message }: RecordProblem): ItemContext {
  return { ...context, error: { code, message, step } };
}
