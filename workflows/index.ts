/** Temporal workflows: decisions only, deterministic. May import types, `core/pure` and `@temporalio/workflow`. */
export * from './integration-run.ts';
