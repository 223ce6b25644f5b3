/**
 * The worker process: Temporal worker, relay (Postgres → Temporal), reconciler, answers about connections, and
 * the sending of events.
 *
 * Wires `activities/` and `drizzle/` together; workflows are loaded by path, as a bundle.
 */
export { buildBundle } from './bundle.ts';
