import { Agent, request } from '../shared/undici.ts';
import { createGuardedConnector } from '../shared/egress/connect.ts';
import { compilePolicy } from '../shared/egress/policy.ts';
import type { EgressPolicy } from '../shared/session.ts';
import { acceptedEncodings, readWhole } from './body.ts';
import { FaultError } from '../../kit/fault.ts';
import { flatten } from './send.ts';

/** A `fetch` for reading one public document: GET only, no redirects, no credentials. */
export type GuardedFetch = (url: string, options: { headers: Headers; signal: AbortSignal }) => Promise<Response>;

/** A `fetch` for a conversation with another party: GET and POST, any status. */
export type GuardedExchange = (url: string, options: ExchangeOptions) => Promise<Response>;

export interface ExchangeOptions {
  method: 'GET' | 'POST';
  headers: Headers;
  body?: string | undefined;
  signal: AbortSignal;
}

const keepAliveMs = 10_000;

/**
 * Makes a `fetch` whose connections pass the egress guard, for libraries that take one.
 *
 * Unencrypted addresses are allowed only if the operator opened them. Any status but 200 is an error, since no
 * other response is useful.
 *
 * @throws {FaultError} when the guard refuses, the status is not 200, or the body exceeds `bytesMax`.
 */
export function createGuardedFetch(policy: EgressPolicy, { bytesMax }: { bytesMax: number }): GuardedFetch {
  const ask = createRequester(policy);
  return async (url, options) => {
    const response = await ask(url, { method: 'GET', ...options });
    if (response.statusCode !== 200) {
      response.body.destroy();
      throw new FaultError({ kind: 'transient', message: `The document was answered with ${response.statusCode}.` });
    }
    const body = await readWhole(response.body, flatten(response.headers), bytesMax);
    return new Response(new Uint8Array(body), { status: 200 });
  };
}

/**
 * Makes a `fetch` as `createGuardedFetch` does, which also sends forms and gives every answer as it is. No redirects.
 *
 * @throws {FaultError} when the guard refuses, or the body exceeds `bytesMax`.
 */
export function createGuardedExchange(policy: EgressPolicy, { bytesMax }: { bytesMax: number }): GuardedExchange {
  const ask = createRequester(policy);
  return async (url, options) => {
    const response = await ask(url, options);
    const headers = flatten(response.headers);
    const body = await readWhole(response.body, headers, bytesMax);
    const type = headers['content-type'];
    return new Response(body.byteLength === 0 ? null : new Uint8Array(body), {
      status: response.statusCode,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };
}

function createRequester(policy: EgressPolicy) {
  const agent = new Agent({
    connect: createGuardedConnector(compilePolicy(policy)),
    keepAliveTimeout: keepAliveMs,
  });
  return async (url: string, { method, headers, body, signal }: ExchangeOptions) => {
    const response = await request(url, {
      dispatcher: agent,
      method,
      headers: { ...Object.fromEntries(headers), 'accept-encoding': acceptedEncodings },
      body: body ?? null,
      signal,
    });
    // An error of an abandoned body must not end the process.
    response.body.on('error', () => undefined);
    return response;
  };
}
