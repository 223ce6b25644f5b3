/**
 * Flows: integrations that take each change of a record through steps, instead of through one mapping to one target.
 *
 * A *definition* has steps; an *item* is one change of a record on its way through them. Pure: knows no database, no
 * Temporal and no connector. `definition.ts` says what a step may be, `compile.ts` checks the steps and makes a `Flow`
 * of them, `advance.ts` takes an item through the steps that only decide and compute, up to the next write.
 *
 * A kind of step is one file in `steps/` and its lines in `steps/kinds.ts`.
 */
export * from './advance.ts';
export * from './children.ts';
export * from './compile.ts';
export { contextBytesMax, countBytes } from './context.ts';
export * from './definition.ts';
export * from './flow.ts';
export * from './is-whole.ts';
export * from './label-item.ts';
export * from './list-ends.ts';
export * from './list-steps.ts';
export * from './map-item.ts';
export * from './position.ts';
export * from './reading-plan.ts';
export * from './rewrite-steps.ts';
export { findPause } from './steps/retry.ts';
export { timedOut } from './steps/timeout.ts';
