/**
 * The examination behind `hub doctor`: what the services need, looked at from the outside and explained.
 *
 * Reads the configuration that the services read, and changes nothing: it writes one file to see whether the disk takes it,
 * and removes it. `cli/doctor.ts` prints what it finds. May import `core/`, `drizzle/` and `vault/`.
 */
export * from './examine.ts';
export type * from './finding.ts';
