import { type HubApiError, HubUnreachableError, toHubApiError } from './hub-api-error.ts';

/** The means of a client; a test brings its own. */
export interface ClientDeps {
  fetch: typeof fetch;
  /** Waits, or rejects when the signal comes first. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

export interface SendOptions {
  /** How often a request is sent again at most. */
  retriesMax: number;
  /** How long one attempt may take. */
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** One request, ready to be sent as often as it takes. */
export interface Outgoing {
  url: string;
  method: string;
  /** Asked before each attempt, since tokens expire. */
  headers(): Promise<Record<string, string>>;
  body: string | undefined;
}

export interface Received {
  response: Response;
  text: string;
}

const backoffFirstMs = 250;
const backoffMaxMs = 8000;
/** Whoever is told to wait for longer is better told so. */
const retryAfterMaxSeconds = 60;

/**
 * Sends a request until it is answered for good.
 *
 * Only for requests that may be repeated: reading ones, and those with an `Idempotency-Key`.
 *
 * @throws {HubApiError} on a refusal; {HubUnreachableError} when no answer came; the signal's reason when it came.
 */
export async function send(outgoing: Outgoing, options: SendOptions, deps: ClientDeps): Promise<Received> {
  for (let retries = 0; ; retries += 1) {
    const outcome = await attempt(outgoing, options, deps);
    if ('response' in outcome) return outcome;
    const delayMs = toDelayMs(outcome, retries, deps.random());
    if (retries >= options.retriesMax || delayMs === undefined) throw outcome;
    await deps.sleep(delayMs, options.signal);
  }
}

async function attempt(
  { url, method, headers, body }: Outgoing,
  { timeoutMs, signal }: SendOptions,
  deps: ClientDeps,
): Promise<Received | HubApiError | HubUnreachableError> {
  const own = await headers();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await deps.fetch(url, {
      method,
      headers: own,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      redirect: 'error',
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return response.ok ? { response, text } : toHubApiError(response, text);
  } catch (error) {
    signal?.throwIfAborted();
    return new HubUnreachableError(error);
  }
}

/** @returns `undefined` where another attempt makes no sense. */
function toDelayMs(error: HubApiError | HubUnreachableError, retries: number, random: number): number | undefined {
  const backoffMs = Math.min(backoffMaxMs, backoffFirstMs * 2 ** retries);
  // Somewhere in the upper half, so that many clients do not come back at once.
  const spreadMs = backoffMs * (0.5 + random / 2);
  if (error instanceof HubUnreachableError) return spreadMs;
  if (!error.retryable) return undefined;
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds === undefined) return spreadMs;
  return retryAfterSeconds > retryAfterMaxSeconds ? undefined : Math.max(retryAfterSeconds * 1000, spreadMs);
}

/** Waits by the platform's timer. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(toError(signal?.reason));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The call was given up.', { cause: reason });
}
