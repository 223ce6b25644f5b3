/**
 * The worker process: Temporal worker, relay (Postgres → Temporal), sweeper and answers about connections.
 *
 * Wires `activities/` and `drizzle/` together; workflows are loaded by path, as a bundle.
 */
export { buildBundle } from './bundle.ts';
