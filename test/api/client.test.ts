import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { createHttpServer } from '../../api/server.ts';
import {
  type Account,
  type AccountInput,
  createHubClient,
  HubApiError,
  HubUnreachableError,
  type Operations,
} from '../../client/index.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { addIntegration } from './flows.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { actOnRuns } from './run-acts.ts';

let api: TestApi;
let server: Server;
let baseUrl: string;
/** What was sent, attempt by attempt. */
let attempts: { headers: Headers }[] = [];

beforeAll(async () => {
  api = await startTestApi();
  server = createHttpServer(api.app, pino({ level: 'silent' }), 'http://hub.example');
  baseUrl = await listen(server);
});

afterEach(() => {
  attempts = [];
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await api.close();
});

async function listen(listener: Server): Promise<string> {
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
}

type Fault = 'before' | 'after' | (() => Response);

/** A client of the real API over a line that fails as told, before or after the request has come through. */
function connect(faults: Fault[] = [], options: { retriesMax?: number } = {}) {
  return createHubClient({
    baseUrl,
    apiKey: api.organization.api_key,
    ...options,
    fetch: async (url, init) => {
      attempts.push({ headers: new Headers(init?.headers) });
      const fault = faults.shift();
      if (typeof fault === 'function') return fault();
      if (fault === 'before') throw new TypeError('The line is cut.');
      const response = await fetch(url, init);
      if (fault !== 'after') return response;
      await response.text();
      throw new TypeError('The line is cut.');
    },
  });
}

function refusal(code: string, status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ status: 'error', error: { code, message: code, details: {} } }, { status, headers });
}

async function catchError(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('test/api/client', () => {
  it('takes answers out of their envelope, under their types', async () => {
    const hub = connect();

    const account = await hub.call('createAccount', { body: { name: 'Berlin', metadata: { floor: 3 } } });
    const { data, meta, status, requestId } = await hub.request('listAccounts', { query: { q: 'berl', per_page: 5 } });

    expect(account).toMatchObject({ name: 'Berlin', status: 'active', metadata: { floor: 3 } });
    expect([data, meta, status]).toEqual([[account], { page: 1, per_page: 5, total: 1 }, 200]);
    expect(requestId).toMatch(/^req_/);
    expectTypeOf(account).toEqualTypeOf<Account>();
    expectTypeOf<Operations['createAccount']['input']>().toEqualTypeOf<{ body: AccountInput }>();
    expectTypeOf<Account['status']>().toEqualTypeOf<'active' | 'inactive' | 'pending'>();
  });

  it.each(['', '/', '/v1', '/v1/', '/api/v1'])(
    'finds the API under the address with "%s" behind it',
    async (ending) => {
      const hub = createHubClient({ baseUrl: baseUrl + ending, apiKey: api.organization.api_key });

      expect((await hub.call('getConnector', { params: { id: 'http' } })).id).toBe('http');
    },
  );

  it('gives refusals as errors with everything that they say, and does not repeat them', async () => {
    const error = await catchError(connect().call('createAccount', { body: { name: '' } }));

    expect(error).toBeInstanceOf(HubApiError);
    expect(error).toMatchObject({ code: 'invalid_request', status: 400, retryable: false });
    expect(error).toMatchObject({
      requestId: expect.stringMatching(/^req_/),
      details: { documentation_url: 'http://hub.example/docs/errors/invalid_request', errors: [{ path: 'name' }] },
    });
    expect(attempts).toHaveLength(1);
  });

  it('has one effect when an answer is lost on its way', async () => {
    const { data, replayed } = await connect(['after']).request('createAccount', { body: { name: 'Only once' } });

    const { meta } = await connect().request('listAccounts', { query: { q: 'Only once' } });
    expect([data.name, replayed, meta?.total]).toEqual(['Only once', true, 1]);
    expect(new Set(attempts.slice(0, 2).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('gives every call a key of its own, and reading ones none', async () => {
    const hub = connect();
    await hub.call('createAccount', { body: { name: 'A' } });
    await hub.call('createAccount', { body: { name: 'B' } });
    await hub.call('listAccounts', {});
    await hub.call('createAccount', { body: { name: 'C' } }, { idempotencyKey: 'import-7' });

    const keys = attempts.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys.slice(2)).toEqual([null, 'import-7']);
  });

  it.each([
    ['no answer', 'before' as const],
    ['service_unavailable', () => refusal('service_unavailable', 503, { 'retry-after': '0' })],
    ['rate_limited', () => refusal('rate_limited', 429, { 'retry-after': '0' })],
    ['a proxy that is alone', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ] satisfies [string, Fault][])('sends a request again after %s', async (_, fault) => {
    const limits = await connect([fault]).call('getLimits', {});

    expect(limits.lists.per_page).toBe(100);
    expect(attempts).toHaveLength(2);
  });

  it('gives up after as many repetitions as it may make', async () => {
    const error = await catchError(connect(['before', 'before', 'before'], { retriesMax: 1 }).call('getLimits', {}));

    expect(error).toBeInstanceOf(HubUnreachableError);
    expect(error).toMatchObject({ cause: { message: 'The line is cut.' } });
    expect(attempts).toHaveLength(2);
  });

  it('does not wait where it is told to come back much later', async () => {
    const later = () => refusal('rate_limited', 429, { 'retry-after': '3600' });

    const error = await catchError(connect([later]).call('getLimits', {}));

    expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 3600, retryable: true });
    expect(attempts).toHaveLength(1);
  });

  it('tells an answer of somebody else from one of the hub', async () => {
    const login = () => new Response('<h1>Sign in</h1>', { status: 200 });

    const error = await catchError(connect([login]).call('getLimits', {}));

    expect(error).toMatchObject({ code: 'unreadable_answer', status: 200 });
  });

  it('follows no redirection, which would carry the credential elsewhere', async () => {
    const elsewhere = createServer((_, response) => response.writeHead(307, { location: baseUrl }).end());
    const hub = createHubClient({ baseUrl: await listen(elsewhere), apiKey: 'ihk_test_x', retriesMax: 0 });

    expect(await catchError(hub.call('getLimits', {}))).toBeInstanceOf(HubUnreachableError);
    elsewhere.close();
  });

  it('asks for a token before each attempt', async () => {
    const tokens = ['stale', api.organization.api_key];
    const faults = [refusal('service_unavailable', 503, { 'retry-after': '0' })];
    const hub = createHubClient({
      baseUrl,
      getToken: () => tokens.shift() ?? '',
      fetch: async (url, init) => faults.shift() ?? fetch(url, init),
    });

    expect((await hub.call('getLimits', {})).lists.per_page).toBe(100);
  });

  it('walks through all pages of a list', async () => {
    const orgId = toLookup('organization', api.organization.organization_id);
    await api.admin`
      insert into accounts (org_id, id, name, status, created_at, updated_at)
      select ${orgId}, gen_random_uuid(), 'Walked ' || n, 'active', now(), now() from generate_series(1, 230) as n`;

    const names = new Set<string>();
    for await (const { name } of connect().list('listAccounts', { query: { q: 'Walked' } })) names.add(name);

    expect([names.size, attempts.length]).toEqual([230, 3]);
  });

  it('names the version that a call changes, and the time that it would wait', async () => {
    const { id } = await addIntegration(api);
    const hub = connect();
    const { etag } = await hub.request('getIntegration', { params: { id } });

    await hub.call('executeIntegration', { params: { id } }, { ifMatch: etag ?? '', waitSeconds: 0 });

    expect(etag).toMatch(/^"/);
    expect(attempts[1]?.headers.get('if-match')).toBe(etag);
    expect(attempts[1]?.headers.get('prefer')).toBe('wait=0');
  });

  it('waits for the end of a run', async () => {
    const { id } = await addIntegration(api);
    const run = await connect().call('executeIntegration', { params: { id } });
    const looked = Promise.withResolvers<void>();
    const hub = createHubClient({
      baseUrl,
      apiKey: api.organization.api_key,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        looked.resolve();
        return response;
      },
    });

    const waiting = hub.waitForRun(run.id);
    await looked.promise;
    await actOnRuns(api).finish(id, run.id);

    expect((await waiting).status).toBe('succeeded');
  });

  it('stops waiting when it is told to', async () => {
    const { id } = await addIntegration(api);
    const { id: runId } = await connect().call('executeIntegration', { params: { id } });
    const stop = new AbortController();

    const waiting = catchError(connect().waitForRun(runId, { signal: stop.signal }));
    stop.abort(new Error('Enough.'));

    expect(await waiting).toMatchObject({ message: 'Enough.' });
  });

  it.each([{ id: '../accounts' }, { id: 'a/b?c' }])('stays at the address of $id', async (params) => {
    const error = await catchError(connect().call('getConnection', { params }));

    expect(error).toMatchObject({ code: 'not_found' });
  });

  it.each(['', '.', '..'])('takes no "%s" for an id', async (id) => {
    expect(await catchError(connect().call('deleteConnection', { params: { id } }))).toBeInstanceOf(TypeError);
    expect(attempts).toEqual([]);
  });
});
