import type { Readable } from 'node:stream';
import { type Agent, request as sendRequest } from '../shared/undici.ts';
import { ConnectorError } from '../../../core/connector-error.ts';
import type { Tracer } from '../../../core/telemetry/tracing.ts';
import type { Authenticate, OutgoingRequest, Recover } from './auth/authenticator.ts';
import { observeRequest } from '../shared/call-outcome.ts';
import { type Fault, FaultError } from '../../kit/fault.ts';
import type { RequestPlan } from './exchange/plan.ts';
import type { ResponseHeaders } from '../../kit/http/rate-signals.ts';
import type { ObserveCall, VendorBudget } from '../shared/session.ts';
import { acceptedEncodings } from './body.ts';
import type { CallGate } from './call-gate.ts';
import { type RateLimitContext, applyRateLimit, readVendorBudget } from './apply-rate-limit.ts';
import { traceCall } from './trace-call.ts';
import type { WriteWindow } from '../shared/write-window.ts';
import { messages } from '../../../core/messages.ts';

const redirectsMax = 3;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const userAgent = 'integration-hub/0.1';

/** What sending needs of its session. */
export interface SendContext extends RateLimitContext {
  agent: Agent;
  authenticate: Authenticate;
  gate: CallGate;
  /** Of a write: the time in which its requests may begin. */
  window?: WriteWindow | undefined;
  headers: Readonly<Record<string, string>>;
  observeCall?: ObserveCall | undefined;
  tracer: Tracer;
  /** Whether the paths are declared by the connector. Paths that integrations define are not traced. */
  showsPaths: boolean;
  /** Whether credentials may go to an address. */
  isAllowed(url: URL): boolean;
}

/** A response whose body is still to be read. */
export interface RawAnswer {
  status: number;
  headers: ResponseHeaders;
  body: Readable;
  url: string;
}

/**
 * Sends a request once and returns the head of the response.
 *
 * Reading follows up to three redirects within the connection's own hosts, and without credentials where the host
 * changes. A redirect of a write is treated as a response, since it must not be repeated elsewhere. A request
 * whose credentials are refused was not executed: if they can be renewed, it is sent once more.
 *
 * @throws {FaultError} `config` for an address outside the connection's hosts; otherwise what undici throws.
 */
export async function send(context: SendContext, plan: RequestPlan, signal: AbortSignal): Promise<RawAnswer> {
  let url = parseUrl(plan.url);
  const { origin } = url;
  for (let redirects = 0; ; redirects += 1) {
    if (!context.isAllowed(url)) throw new FaultError(foreignHost);
    const answer = await sendTo(context, plan, url, url.origin === origin, signal);
    const location = redirectStatuses.has(answer.status) ? answer.headers['location'] : undefined;
    if (location === undefined || plan.method !== 'GET') return answer;
    answer.body.destroy();
    const next = URL.parse(location, url.href);
    if (next === null || redirects >= redirectsMax || isDowngrade(url, next)) throw new FaultError(badRedirect);
    url = next;
  }
}

/** Waits for the rate limit of the connection. A timeout here means that nothing was sent. */
async function acquirePermit<Permit>(wait: () => Promise<Permit>): Promise<Permit> {
  try {
    return await wait();
  } catch (error) {
    throw error instanceof ConnectorError ? error : new FaultError(noTurn, error);
  }
}

/** The request was not sent. */
export const noTime: Fault = { kind: 'transient', message: 'No time was left for this request.' };

const noTurn = { kind: 'rate_limited', message: 'The rate limit left no time for this request.' } as const;

async function sendTo(
  context: SendContext,
  plan: RequestPlan,
  url: URL,
  withCredentials: boolean,
  signal: AbortSignal,
): Promise<RawAnswer> {
  const { answer, recover } = await sendOnce(context, plan, url, withCredentials, signal);
  if (recover === undefined || !(await recover(answer, signal))) return answer;
  answer.body.destroy();
  const again = await sendOnce(context, plan, url, withCredentials, signal);
  await again.recover?.(again.answer, signal);
  return again.answer;
}

async function sendOnce(
  context: SendContext,
  plan: RequestPlan,
  url: URL,
  withCredentials: boolean,
  signal: AbortSignal,
): Promise<Sent> {
  const { gate, limits, limiter } = context;
  const entered = await acquirePermit(() => gate.enter(signal));
  const taken: string[] = [];
  let answered = false;
  let budget: VendorBudget | undefined;
  try {
    await acquirePermit(async () => {
      for (const bucket of limits.buckets) {
        await limiter.take(bucket, signal);
        taken.push(bucket.name);
      }
    });
    const sent = await sendNow(context, plan, url, withCredentials, signal);
    const { headers } = sent.answer;
    answered = true;
    budget = readVendorBudget(context, headers);
    // Before other calls are admitted on the basis of this response.
    applyRateLimit(context, { headers });
    return sent;
  } finally {
    const holds = gate.leave(entered, answered ? { left: budget?.left } : undefined);
    for (const bucket of taken) limiter.settle(bucket, holds ? budget : undefined);
  }
}

interface Sent {
  answer: RawAnswer;
  recover: Recover | undefined;
}

async function sendNow(
  context: SendContext,
  { method, body, headers: planned, path, vendorHost }: RequestPlan,
  url: URL,
  withCredentials: boolean,
  signal: AbortSignal,
): Promise<Sent> {
  const headers = {
    accept: '*/*',
    'accept-encoding': acceptedEncodings,
    'user-agent': userAgent,
    ...context.headers,
    ...planned,
  };
  const outgoing: OutgoingRequest = { method, url: new URL(url), headers, body, vendorHost };
  const recover = withCredentials ? await context.authenticate(outgoing, signal) : undefined;
  // Waiting for a permit and for credentials took time: another worker may hold the lease by now.
  if (context.window?.isLeased === false) throw new FaultError(noTime);
  const template = context.showsPaths ? path : undefined;
  const response = await traceCall(context.tracer, { method, url: outgoing.url, template }, () =>
    observeRequest(context.observeCall, signal, () =>
      sendRequest(outgoing.url, {
        dispatcher: context.agent,
        method,
        headers: outgoing.headers,
        body: body ?? null,
        signal,
      }),
    ),
  );
  // An error of a body that is not being read, or was abandoned, must not end the process.
  response.body.on('error', () => undefined);
  const { statusCode: status, body: stream } = response;
  return { answer: { status, headers: flatten(response.headers), body: stream, url: url.href }, recover };
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new FaultError({ kind: 'config', message: 'The address of the request is not a URL.' });
  return url;
}

function isDowngrade(from: URL, to: URL): boolean {
  return from.protocol === 'https:' && to.protocol !== 'https:';
}

export function flatten(headers: Record<string, string | string[] | undefined>): ResponseHeaders {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

const foreignHost = {
  kind: 'config',
  message: messages.hostForeign({ of: 'the URL' }),
} as const;

const badRedirect = {
  kind: 'config',
  message: 'Blocked: the system redirects too often, or from https to http.',
} as const;
