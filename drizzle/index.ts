/**
 * The database: tables, migrations, and the one way into a tenant's rows.
 *
 * May be imported by services, activities, worker and start. Row-level security is forced on every table with
 * `org_id`; `withTenant` sets the tenant for one transaction, and nothing else may.
 */
export * from './client.ts';
export * from './failures.ts';
export * from './find-api-key.ts';
export * from './find-oauth-client.ts';
export * from './find-token-issuer.ts';
export * from './in-order.ts';
export * from './listener.ts';
export * from './pool-readings.ts';
export * from './signing-keys.ts';
