import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectorError } from '../../core/connector-error.ts';
import type { RecordSource } from '../../core/records.ts';
import { openTestSession, readAll } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { reads } from '../kit/http/complete-operations.ts';
import type { ConnectorSession, RateLimiter } from '../drivers/shared/session.ts';
import { noAuth } from '../kit/auth/methods.ts';
import { config } from './config.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;
const secret = 'canary-4711-secret';

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { base_url: stub.url },
    credentials: { token: secret },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

const signal = AbortSignal.timeout(60_000);

function open(): RecordSource {
  return session.openSource({ object: '/items', options: { query: { q: 'private' }, pagination: { kind: 'page' } } });
}

async function readFault(source = open()): Promise<ConnectorError> {
  const error: unknown = await source.readPage(null, signal).catch((thrown: unknown) => thrown);
  if (error instanceof ConnectorError) return error;
  throw new Error('The read did not fail as a connector does.');
}

/** The http connector with a whole-exchange time of a test's length, and a declared budget. */
function quick(timeoutMs: number): HttpConnector {
  return defineConnector({
    id: 'quick',
    name: 'Quick',
    vendor: 'Test',
    category: 'generic',
    docsUrl: 'https://example.com/',
    version: '1.0.0',
    transport: 'http',
    config,
    auth: [noAuth()],
    http: { baseUrl: '{config.base_url}', hosts: 'from_config', timeoutMs, maxResponseBytes: 1000 },
    limits: {
      concurrency: 8,
      buckets: [{ name: 'calls', limit: 100, perMs: 1000 }],
      signals: [
        { header: 'x-left', means: 'remaining' },
        { header: 'x-reset', means: 'reset', unit: 'delta_s' },
      ],
    },
    test: { request: { method: 'GET', path: '/me' } },
    objects: {
      items: {
        title: 'Items',
        operations: {
          list: reads({
            kind: 'pages',
            request: { method: 'GET', path: '/items' },
            format: { kind: 'json' },
            paginate: { kind: 'none' },
          }),
        },
      },
      file: {
        title: 'File',
        operations: {
          list: reads({
            kind: 'file',
            request: { method: 'GET', path: '/items' },
            format: { kind: 'ndjson' },
            pageSize: 1,
          }),
        },
      },
    },
    documentation: { source: 'https://example.com/', asOf: '2026-11-21' },
  });
}

function openQuick(timeoutMs: number, limiter?: RateLimiter): ConnectorSession {
  const allow = [`127.0.0.1:${stub.port}`];
  return openTestSession(quick(timeoutMs), { config: { base_url: stub.url }, allow, ...(limiter ? { limiter } : {}) });
}

describe('connectors/http/faults', () => {
  it.each([
    [400, 'validation'],
    [401, 'auth_invalid'],
    [402, 'quota'],
    [403, 'permission'],
    [404, 'not_found'],
    [405, 'unsupported'],
    [409, 'conflict'],
    [418, 'validation'],
    [501, 'unsupported'],
  ])('takes status %i as %s, with nothing of query, body or credential in the error', async (status, kind) => {
    const body = JSON.stringify({ message: `${secret} was private` });
    stub.on('GET /items', { status, body });

    const error = await readFault();

    expect(error).toMatchObject({
      kind,
      status,
      connectorId: 'http',
      operation: 'list',
      endpoint: `GET ${stub.url}/items`,
    });
    expect(`${error.message} ${JSON.stringify(error)} ${error.stack}`).not.toMatch(/canary|private/);
  });

  it('repeats a read that a server failed at, and reads on', async () => {
    stub.on('GET /items', { status: 502 }, { status: 500 }, { json: [] });

    expect((await readAll(open())).pages).toEqual([[]]);
  });

  it('gives up after three failures of a server', async () => {
    stub.on('GET /items', { status: 500 }, { status: 500 }, { status: 500 });

    expect(await readFault()).toMatchObject({ kind: 'transient', status: 500, retryable: true });
  });

  it('waits a short Retry-After out', async () => {
    stub.on('GET /items', { status: 429, headers: { 'retry-after': '1' } }, { json: [] });
    const began = performance.now();

    await readAll(open());

    expect(performance.now() - began).toBeGreaterThan(990);
  });

  it.each([
    ['seconds', () => '120', 429, 'rate_limited'],
    ['a date', () => new Date(Date.now() + 120_500).toUTCString(), 429, 'rate_limited'],
    ['maintenance', () => '120', 503, 'maintenance'],
  ])('passes a long Retry-After on (%s)', async (_, value, status, kind) => {
    stub.on('GET /items', { status, headers: { 'retry-after': value() } });

    const error = await readFault();

    expect(error.kind).toBe(kind);
    expect(error.retryAfterMs).toBeGreaterThan(118_000);
    expect(error.retryAfterMs).toBeLessThanOrEqual(121_000);
  });

  it('tells the limiter what the vendor says of its budget', async () => {
    const paused: [string, number][] = [];
    const taken: string[] = [];
    const limiter: RateLimiter = {
      take: ({ name }) => Promise.resolve(void taken.push(name)),
      settle: () => undefined,
      pause: (name, ms) => void paused.push([name, ms]),
    };
    stub.on('GET /items', { json: [], headers: { 'x-left': '0', 'x-reset': '7' } });
    const limited = openQuick(5000, limiter);

    await limited.openSource({ object: 'items', options: {} }).readPage(null, signal);
    await limited.close();

    expect(taken).toEqual(['calls']);
    expect(paused).toContainEqual(['calls', 7000]);
  });

  it('sends nothing when the budget is used up', async () => {
    const limiter: RateLimiter = {
      take: () => {
        const place = { connectorId: 'limiter', operation: 'take', retryAfterMs: 60_000 };
        return Promise.reject(new ConnectorError('rate_limited', 'No more calls.', place));
      },
      settle: () => undefined,
      pause: () => undefined,
    };
    const limited = openQuick(5000, limiter);

    const error = await readFault(limited.openSource({ object: 'items', options: {} }));
    await limited.close();

    expect(error).toMatchObject({ kind: 'rate_limited', retryAfterMs: 60_000 });
    expect(stub.requests).toEqual([]);
  });

  it.each([
    ['JSON that is cut off', { body: '[{"id": 1}, {"id"' }, 'transient'],
    [
      'a page for people',
      { body: '<!doctype html><title>Sign in</title>', headers: { 'content-type': 'text/html' } },
      'schema_drift',
    ],
    ['plain text', { body: 'OK' }, 'schema_drift'],
    ['a number', { body: '5' }, 'schema_drift'],
  ])('refuses %s', async (_, reply, kind) => {
    stub.on('GET /items', reply);

    expect(await readFault()).toMatchObject({ kind });
  });

  it('notices a body that ends before its announced length', async () => {
    stub.always('GET /items', (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('[]');
      setTimeout(() => response.destroy(), 10);
      return undefined;
    });

    expect(await readFault()).toMatchObject({ kind: 'transient' });
  });

  it('cuts a body off that comes too slowly, by the time of the whole exchange', async () => {
    const drips: NodeJS.Timeout[] = [];
    stub.always('GET /items', (_, response) => {
      response.write('[');
      drips.push(setInterval(() => response.write(' '), 20));
      return undefined;
    });
    const impatient = openQuick(150);

    const error = await readFault(impatient.openSource({ object: 'items', options: {} }));
    for (const drip of drips) clearInterval(drip);
    await impatient.close();

    expect(error).toMatchObject({ kind: 'transient', message: expect.stringContaining('in time') });
  });

  it('cuts a file off that stalls within a page', async () => {
    stub.on('GET /items', (_, response) => {
      response.write('{"id":1');
      return undefined;
    });
    const impatient = openQuick(150);

    const error = await readFault(impatient.openSource({ object: 'file', options: {} }));
    await impatient.close();

    expect(error).toMatchObject({ kind: 'transient', message: expect.stringContaining('in time') });
  });

  it('lets the reader of a file take its time between pages', async () => {
    const row = `${JSON.stringify({ id: 'x'.repeat(1_000_000) })}\n`;
    stub.on('GET /items', { body: row.repeat(8) });
    const impatient = openQuick(400);
    const source = impatient.openSource({ object: 'file', options: {} });

    const first = await source.readPage(null, signal);
    await new Promise((resolve) => {
      setTimeout(resolve, 600);
    });
    const second = await source.readPage(first.next ?? null, signal);
    await impatient.close();

    expect(second.records).toHaveLength(1);
    expect(stub.requests).toHaveLength(1);
  });

  it('refuses an answer that is larger than its connector allows', async () => {
    stub.on('GET /items', { body: `["${'x'.repeat(2000)}"]` });
    const small = openQuick(5000);

    const error = await readFault(small.openSource({ object: 'items', options: {} }));
    await small.close();

    expect(error).toMatchObject({ kind: 'config', message: expect.stringContaining('larger') });
  });

  it('ends with the reason of the signal when the caller gives up', async () => {
    const reason = new Error('The run is canceled.');
    const stop = new AbortController();
    stub.on('GET /items', () => {
      stop.abort(reason);
      return new Promise<void>(() => undefined);
    });

    await expect(open().readPage(null, stop.signal)).rejects.toBe(reason);
  });

  it('follows a redirect on its own host', async () => {
    stub
      .on('GET /items?q=private&page=1', { status: 302, headers: { location: '/moved?page=1' } })
      .on('GET /moved?page=1', { json: [] });

    await readAll(open());

    expect(stub.requests.map(({ headers }) => headers['authorization'])).toEqual([
      `Bearer ${secret}`,
      `Bearer ${secret}`,
    ]);
  });

  it.each([
    ['another host', 'http://other.example/items'],
    ['another port', 'http://127.0.0.1:1/items'],
    ['a private address', 'http://169.254.169.254/latest/meta-data'],
  ])('refuses a redirect to %s', async (_, location) => {
    stub.on('GET /items', { status: 302, headers: { location } });

    expect(await readFault()).toMatchObject({ kind: 'config' });
  });

  it('refuses to be redirected in a circle', async () => {
    stub.always('GET /items', { status: 302, headers: { location: '/items' } });

    expect(await readFault()).toMatchObject({ kind: 'config' });
    expect(stub.requests).toHaveLength(4);
  });

  it('says that nobody listens', async () => {
    const { port } = stub;
    await stub.stop();
    const target = openTestSession(connector, {
      config: { base_url: `http://127.0.0.1:${port}` },
      allow: [`127.0.0.1:${port}`],
    });

    const error = await readFault(target.openSource({ object: '/items', options: {} }));
    await target.close();
    stub = await HttpStub.start();

    expect(error).toMatchObject({ kind: 'transient', message: 'The system refuses connections.' });
  });
});
