import { onlyStep } from '../engine/definition.ts';
import type { Plan } from '../engine/plan.ts';
import type { Flow } from './flow.ts';

/** The plan by which the records of a flow's source are read, filtered and completed; it writes nothing. */
export function toReadingPlan({ source, onError }: Flow): Plan {
  return {
    ...source,
    onError,
    step: onlyStep,
    operation: 'upsert',
    readTargetId: () => undefined,
    idempotency: 'natural',
    targetIdIsInjective: false,
    delivery: undefined,
    ignoreHashes: false,
    scope: '',
  };
}
