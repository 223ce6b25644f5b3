/**
 * The tables. Every one of a tenant has `org_id` in front of its keys and is under row-level security; `organizations`,
 * `signing_keys` and `request_buckets` belong to no tenant. What belongs to a person, who may be a member of several, is
 * under row-level security by the person (`people.ts`).
 */
export * from './audit.ts';
export * from './calendars.ts';
export * from './calls.ts';
export * from './connection-tokens.ts';
export * from './connections.ts';
export * from './custom-connectors.ts';
export * from './groups.ts';
export * from './hooks.ts';
export * from './integrations.ts';
export * from './items.ts';
export * from './lookup-tables.ts';
export * from './oauth.ts';
export * from './operations.ts';
export * from './organizations.ts';
export * from './people.ts';
export * from './requests.ts';
export * from './runs.ts';
export * from './schedules.ts';
export * from './seen-pages.ts';
export * from './sso.ts';
export * from './user-groups.ts';
export * from './waits.ts';
export * from './webhooks.ts';
