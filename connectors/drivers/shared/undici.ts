import { createRequire } from 'node:module';
import type { Agent as AgentOfUndici, buildConnector as BuildConnector, Dispatcher } from 'undici';

/**
 * The parts of undici that a call needs. Its main module also loads `fetch`, caches and mocks, which would take 4 MB in every
 * worker.
 */
const load = createRequire(import.meta.url);
const loadAgent: (id: string) => typeof AgentOfUndici = load;
const loadConnect: (id: string) => typeof BuildConnector = load;
const loadRequest: (id: string) => SendRequest = load;

export type Agent = AgentOfUndici;
export const Agent: typeof AgentOfUndici = loadAgent('undici/lib/dispatcher/agent.js');

/** Makes the connections of an agent. */
export type Connector = BuildConnector.connector;
export const buildConnector: typeof BuildConnector = loadConnect('undici/lib/core/connect.js');

type Options = Omit<Dispatcher.RequestOptions, 'origin' | 'path'> & { dispatcher: Agent };

type SendRequest = (this: Agent, options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>;
const sendRequest = loadRequest('undici/lib/api/api-request.js');

/** Sends one request through `dispatcher`. @throws {TypeError} when `url` is invalid. */
export function request(url: string | URL, { dispatcher, ...options }: Options): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(url);
  return sendRequest.call(dispatcher, { ...options, origin, path: `${pathname}${search}` });
}
