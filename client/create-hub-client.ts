import type { CallOptions, HubAnswer, HubClient, HubClientOptions, OperationName } from './hub-client.ts';
import type { OperationFacts } from './operation-facts.ts';
import { type Operations, operations } from './operations.data.ts';
import { readCredential } from './read-credential.ts';
import { type ClientDeps, type Outgoing, send, sleep } from './send.ts';
import { toAnswer } from './to-answer.ts';
import { type Input, toAddress, toBase, toHeaders } from './to-request.ts';
import { waitForRun } from './wait-for-run.ts';
import { walkList } from './walk-list.ts';

/**
 * Makes a client of a hub.
 *
 * Every request may be sent again: one that has an effect carries an `Idempotency-Key`, which keeps it to one.
 *
 * @example
 * const hub = createHubClient({ baseUrl: 'https://hub.example', apiKey });
 * const run = await hub.call('executeIntegration', { params: { id } });
 */
export function createHubClient(options: HubClientOptions): HubClient {
  const deps: ClientDeps = { fetch: options.fetch ?? ((...request) => fetch(...request)), sleep, random: Math.random };
  const { retriesMax = 3, timeoutMs = 35_000 } = options;

  const request = async <Name extends OperationName>(
    name: Name,
    input: Operations[Name]['input'],
    call: CallOptions = {},
  ): Promise<HubAnswer<Operations[Name]['data']>> => {
    const outgoing = toOutgoing(operations[name], input, call, options);
    return toAnswer(await send(outgoing, { retriesMax, timeoutMs, signal: call.signal }, deps));
  };

  return {
    request,
    call: async (name, input, call) => (await request(name, input, call)).data,
    list: (name, input, call) => {
      const { cursor = false }: OperationFacts = operations[name];
      const { query }: Input = input;
      return walkList((page) => request(name, { ...input, query: { ...query, ...page } }, call), cursor);
    },
    waitForRun: (id, { signal } = {}) => {
      const call = signal === undefined ? {} : { signal };
      return waitForRun(async () => (await request('getRun', { params: { id } }, call)).data, deps, signal);
    },
  };
}

function toOutgoing(facts: OperationFacts, input: Input, call: CallOptions, options: HubClientOptions): Outgoing {
  const headers = toHeaders(facts, call);
  return {
    url: toBase(options.baseUrl) + toAddress(facts.path, input),
    method: facts.method,
    headers: async () => ({ ...headers, ...(await readCredential(options)) }),
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
  };
}
