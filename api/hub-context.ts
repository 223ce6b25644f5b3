import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { IncomingMessage } from 'node:http';

export interface HubEnv {
  Bindings: Partial<HttpBindings>;
  // Hono asks for an index signature, which an interface does not have by itself.
  [name: string]: unknown;
}

export type HubContext = Context<HubEnv>;
export type HubApp = Hono<HubEnv>;

/** Node's own object of a request that came through a socket; `app.request()` has none. */
export function toIncoming(c: HubContext): IncomingMessage | undefined {
  const bindings: Partial<HttpBindings> | undefined = c.env;
  return bindings?.incoming;
}
