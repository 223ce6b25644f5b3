/**
 * The vocabulary shared by every room: ids, errors, configuration, secrets, time and pagination.
 *
 * Pure: no network, no database. May be imported by every folder; `core/pure/` also by workflow code.
 *
 * Terminology: see DESIGN "Words". An *organization* is the tenant, an *account* a unit of it, a *connection* a stored
 * and credentialed link to a third-party system, an *integration* a configured flow, a *run* one execution of it.
 */
export * from './clock.ts';
export * from './connector-error.ts';
export * from './errors.ts';
export * from './ids.ts';
export * from './json.ts';
export * from './pagination.ts';
export * from './records.ts';
export * from './secret.ts';
