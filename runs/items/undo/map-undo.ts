import type { JsonObject } from '../../../core/json.ts';
import { type ActionStep, type ItemContext, mapItem, readUndone } from '../../../flow/index.ts';
import type { StoredItem } from '../item-rows.ts';
import { toSealableUndo } from '../sealed/origins.ts';
import type { Undone } from './undo-statements.ts';

/** Whether the item itself created what its step wrote: nothing that was there before is undone. */
export function hasCreated({ effectOf }: ActionStep, { settled }: StoredItem): boolean {
  return effectOf === 'item' || settled === 'created';
}

/** What undoes what a step created, with its inputs as they are now. */
export function mapUndo(
  { undo, ...step }: ActionStep,
  context: ItemContext,
  { target_id: id, target_fingerprint: fingerprint }: StoredItem,
): JsonObject | undefined {
  if (undo === undefined) return undefined;
  const mapped = mapItem({ ...step, plan: { ...step.plan, stages: undo } }, context);
  return mapped.ok
    ? toSealableUndo(mapped.value, { step: step.id, id, fingerprint })
    : { code: mapped.problem.code, message: mapped.problem.message };
}

/** What a child has undone that came to its end. */
export function listUndone({ child, parent_step: parentStep, subject, key }: StoredItem): Undone[] {
  const undoStep = parentStep === null ? undefined : readUndone(child ?? '');
  const [, step, itemId] = child?.split(' ') ?? [];
  if (undoStep === undefined || step === undefined || itemId === undefined) return [];
  return [{ itemId, step, undoStep, subject: subject ?? key }];
}
