/**
 * The typed client of the HTTP API, for programs that use a hub from outside.
 *
 * Imports nothing of the server and no package: the platform's own `fetch` is all it needs. What operations take and
 * give (`operations.data.ts`) is written from the OpenAPI document. Nothing of the server imports the client.
 */
export * from './create-hub-client.ts';
export * from './hub-api-error.ts';
export * from './read-lines.ts';
export type * from './hub-client.ts';
export type * from './operations.data.ts';
