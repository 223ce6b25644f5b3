/**
 * The pure heart: compiles an integration into a plan, and runs one segment of a run over ports.
 *
 * May be imported by services (compile) and activities. Knows no database, no Temporal and no connector; time, source,
 * target and durable state come through ports, so that the simulator can own all of them.
 */
export * from './compile.ts';
export * from './definition.ts';
export * from './stages/enrich-records.ts';
export * from './stages/enrichment.ts';
export * from './errors.ts';
export * from './stages/known-records.ts';
export { readSourceCursor } from './read-position.ts';
export * from './plan.ts';
export * from './ports.ts';
export * from './segment/run-segment.ts';
export * from './segment/segment.ts';
