import type { FieldError } from '../../core/errors.ts';
import { checkTypes, type KnownSchema } from '../../transforms/schema/check-types.ts';
import type { Definition } from '../definition.ts';
import type { SearchedObject } from '../stages/enrichment.ts';
import type { Plan } from '../plan.ts';
import type { DescribedObject } from './described-object.ts';
import { addFindings, type Findings } from './findings.ts';
import { schemaOfInput } from './input-schema.ts';

/**
 * What a definition is compared with before it is saved or started anew. Stored revisions are not: they run as they are,
 * whatever a later discovery says.
 */
export interface Review {
  /** Schemas of the two ends, as far as they are known. */
  source: KnownSchema | undefined;
  target: KnownSchema | undefined;
}

/** Compares filter and mapping with what is known of both ends. */
export function reviewTypes(
  definition: Definition,
  { source, target }: Review,
  { described, searched }: { described: DescribedObject | undefined; searched: readonly SearchedObject[] },
  findings: Findings,
): void {
  const { mapping, mapping_defaults: defaults, target: end } = definition;
  if (mapping === undefined) return;
  const reads = schemaOfInput(definition, source?.schema, searched);
  const write = end && { operation: end.operation, needs: described?.operations[end.operation]?.needs ?? [] };
  addFindings(
    findings,
    checkTypes({ filter: definition.source?.filter, mapping, defaults, source, target, reads, write }),
  );
}

/** Looks at the choices of a definition that compiles. */
export function reviewChoices(plan: Plan): FieldError[] {
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
