import type { Json } from '../core/json.ts';
import { setMember } from '../formula/canonical.ts';
import type { RecordProblem } from '../transforms/problem.ts';
import type { ItemContext } from './flow.ts';

/** What an item may carry: its record, the one before, and all outputs, as JSON. */
export const contextBytesMax = 256 * 1024;

/** Bytes of a value as JSON. */
export function countBytes(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
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
