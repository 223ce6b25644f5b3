import type { FieldError } from '../../core/errors.ts';
import type { CompiledPlan } from '../../engine/compile.ts';

/**
 * Refuses a `delivery` that the class of the write has no use for. Where a repeated write changes nothing, to give one up
 * whose answer was lost would lose the record for nothing.
 */
export function checkDelivery({ planFor }: Extract<CompiledPlan, { ok: true }>): FieldError[] {
  const { idempotency, delivery } = planFor({ now: 0 });
  if (idempotency !== 'natural' || delivery !== 'at_most_once') return [];
  const message =
    'The target finds this record by its key, so writing it again after a lost answer changes nothing: leave `delivery` out.';
  return [{ path: 'target.delivery', code: 'unsupported', message, allowed: ['at_least_once'] }];
}
