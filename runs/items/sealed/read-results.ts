import { z } from 'zod';
import { type ActionResult, type ActionStep, type ItemContext, mapItem, type SearchStep } from '../../../flow/index.ts';
import type { StoredItem } from '../item-rows.ts';
import { answered } from '../item-statements.ts';

/** Why a step failed, as it is kept. */
const failure = z.object({ code: z.string(), message: z.string() });

/** Reads why a step failed. */
export function readProblem(kept: unknown): z.infer<typeof failure> {
  return failure.parse(kept);
}

/** What an action gave: the id that the target knows the record by, what was done, and the record that was written. */
export function readResult(
  step: ActionStep,
  { settled, target_id: id }: StoredItem,
  context: ItemContext,
): ActionResult {
  if (settled === 'failed') return readFailure(context);
  const mapped = mapItem(step, context);
  const record = mapped.ok ? mapped.value : null;
  const named = record === null ? undefined : step.target.about?.readId(record);
  return { ok: true, output: { id: id ?? named ?? null, outcome: settled, record } };
}

/** What a look-up gave, as it was stored; `undefined` where it is asked again. */
export function readFound({ id }: SearchStep, { settled }: StoredItem, context: ItemContext): ActionResult | undefined {
  if (settled === 'failed') return readFailure(context);
  const output = settled === answered ? context.steps[id] : undefined;
  return output === undefined ? undefined : { ok: true, output };
}

function readFailure({ error }: ItemContext): ActionResult {
  return { ok: false, problem: readProblem(error) };
}
