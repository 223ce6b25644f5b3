import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** The hub's API for somebody who insists: it is asked again while it is away. */
export interface HubApi {
  /**
   * @returns `data` of the answer.
   * @throws {Refused} when the API refuses what was asked; {Error} when it stays away.
   */
  ask<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, data: z.ZodType<T>, body?: object): Promise<T>;
  /** Sends a delivery as vendors do, again until it is accepted. */
  deliver(path: string, headers: Record<string, string>, body: string): Promise<void>;
  /**
   * Posts as another system does, again until there is an answer. @returns its status: the answer to a try before it may
   * have been lost.
   */
  post(path: string, body: object): Promise<number>;
  /** Answers that no client should ever see. */
  faults: string[];
}

/** The API said no. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

const insistMs = 90_000;
const requestTimeoutMs = 15_000;
const pauseMs = 300;

interface Sent {
  method: string;
  headers: Record<string, string>;
  body?: string;
}

const failure = z.object({ error: z.object({ code: z.string(), message: z.string(), details: z.json().optional() }) });

/** @param find Where the API is now, and its key; nothing while the hub is being started. */
export function openHubApi(find: () => { url: string; key: string } | undefined): HubApi {
  const faults: string[] = [];
  /** By address, what made it be asked again last. */
  const whys = new Map<string, string>();
  let asked = 0;

  /** @returns nothing where it should be tried again. */
  const tryOnce = async (path: string, init: Sent, auth: boolean): Promise<Response | undefined> => {
    const hub = find();
    const sent = `${init.method} ${path.replace(/^\/v1/, '')}`;
    const again = (why: string): undefined => void whys.set(sent, why);
    if (hub === undefined) return again('the hub is being started');
    const headers = { ...init.headers, ...(auth ? { authorization: `Bearer ${hub.key}` } : {}) };
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const response = await fetch(`${hub.url}${path}`, { ...init, headers, signal }).catch(() => undefined);
    if (response === undefined) return again(`${hub.url} does not answer`);
    const { status } = response;
    if (status < 500) {
      again(`answered ${status}`);
      return response;
    }
    const text = (await response.text()).slice(0, 300);
    if (status !== 503 || !response.headers.has('retry-after')) faults.push(`${sent} answered ${status} ${text}`);
    return again(`answered ${status} ${text}`);
  };

  const insist = async <T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> => {
    const deadline = performance.now() + insistMs;
    while (performance.now() < deadline) {
      const result = await attempt();
      if (result !== undefined) return result;
      await sleep(pauseMs);
    }
    throw new Error(`${what}: the API stayed away for ${insistMs / 1000} s: ${whys.get(what)}.`);
  };

  return {
    faults,
    ask: (method, path, data, body) => {
      // The same for every try, so that an answer that was lost does not make it happen twice.
      asked += 1;
      const headers = { 'content-type': 'application/json', 'idempotency-key': `chaos-${asked}` };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      return insist(`${method} ${path}`, async () => {
        const response = await tryOnce(`/v1${path}`, init, true);
        if (response === undefined) return undefined;
        const answer: unknown = await response.json().catch(() => undefined);
        if (response.ok && answer !== undefined) return z.object({ data }).parse(answer).data;
        if (answer === undefined) return undefined;
        const { error } = failure.parse(answer);
        // Its first try is still under way in a process that may be gone.
        if (error.code === 'idempotency_in_progress') return undefined;
        throw new Refused(error.code, `${error.message} ${JSON.stringify(error.details ?? {})}`);
      });
    },
    post: (path, body) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      return insist(`POST ${path}`, async () => {
        const response = await tryOnce(path, init, false);
        await response?.body?.cancel();
        return response?.status;
      });
    },
    deliver: async (path, headers, body) => {
      await insist(`POST ${path}`, async () => {
        const response = await tryOnce(path, { method: 'POST', headers, body }, false);
        const accepted = response?.status === 202;
        await response?.body?.cancel();
        return accepted ? true : undefined;
      });
    },
  };
}
