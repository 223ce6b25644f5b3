import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { IncomingMessage } from 'node:http';
import type { BodyBudget } from './requests/body-budget.ts';

export interface HubEnv {
  Bindings: Partial<HttpBindings> & { remoteAddress?: string | undefined; bodies?: BodyBudget };
  // Hono asks for an index signature, which an interface does not have by itself.
  [name: string]: unknown;
}

export type HubContext = Context<HubEnv>;
export type HubApp = Hono<HubEnv>;

/** Node's own object of a request that came through a socket; `app.request()` has none. */
export function toIncoming(c: HubContext): IncomingMessage | undefined {
  return toBindings(c)?.incoming;
}

/** Counts bytes of a request's body. @throws {HubError} `service_unavailable`, as `BodyBudget.hold`. */
export function holdBytes(c: HubContext, bytes: number): void {
  const { bodies, outgoing } = toBindings(c) ?? {};
  if (outgoing !== undefined) bodies?.hold(outgoing, bytes);
}

/** Address of the other end of the socket, as Node writes it. */
export function toRemoteAddress(c: HubContext): string | undefined {
  return toBindings(c)?.remoteAddress;
}

/** What the server knows of a request beyond the request; `app.request()` may give nothing. */
function toBindings(c: HubContext): HubEnv['Bindings'] | undefined {
  return c.env;
}
