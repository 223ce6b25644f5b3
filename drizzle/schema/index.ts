/** The tables. Every one but `organizations` has `org_id` in front of its keys and is under row-level security. */
export * from './connections.ts';
export * from './integrations.ts';
export * from './organizations.ts';
export * from './runs.ts';
