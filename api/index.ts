/**
 * The HTTP interface: parse, authorise, call one service, answer. Nothing else.
 *
 * May import services, core, hono and zod; nothing imports it but `start/` and tests. A *route* is data plus a handler;
 * `serve-route.ts` takes every request of every route through the same checks.
 */
export * from './app.ts';
export * from './server.ts';
