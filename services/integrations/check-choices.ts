import type { FieldError } from '../../core/errors.ts';
import type { CompiledPlan } from '../../engine/compile.ts';
import type { Plan } from '../../engine/plan.ts';

/**
 * What is asked for when a definition is saved, and not of revisions that are there already: they go on as they are.
 */
export function checkChoices({ planFor }: Extract<CompiledPlan, { ok: true }>): FieldError[] {
  const plan = planFor({ now: 0 });
  return [...checkDelivery(plan), ...checkReactivation(plan)];
}

/** Where a repeated write changes nothing, giving one up whose answer was lost would lose the record for nothing. */
function checkDelivery({ idempotency, delivery }: Plan): FieldError[] {
  if (idempotency !== 'natural' || delivery !== 'at_most_once') return [];
  const message =
    'The target finds this record by its key, so writing it again after a lost answer changes nothing: leave `delivery` out.';
  return [{ path: 'target.delivery', code: 'unsupported', message, allowed: ['at_least_once'] }];
}

/** A record that comes back would stay switched off. */
function checkReactivation({ reactivation }: Plan): FieldError[] {
  const { unknown = [] } = reactivation ?? {};
  if (unknown.length === 0) return [];
  const names = unknown.map((name) => `\`${name}\``).join(', ');
  const message = `Say what switches a record on again that comes back: the mapping gives ${names} no value, and \`deactivate_with\` does not tell one.`;
  return [{ path: 'target.reactivate_with', code: 'required', message }];
}
