import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Clock, systemClock } from '../../../../core/clock.ts';
import { openTestSession, readAll } from '../../../../test/harness/http-session.ts';
import { HttpStub } from '../../../../test/harness/http.ts';
import { noAuth } from '../../../kit/auth/methods.ts';
import type { HttpConnector } from '../../../kit/connector.ts';
import { defineConnector } from '../../../kit/define.ts';
import { reads } from '../../../kit/http/complete-operations.ts';
import type { GivenPages } from '../../../kit/http/operations.ts';
import type { ConnectorSession } from '../../shared/session.ts';

let stub: HttpStub;
let session: ConnectorSession | undefined;

beforeEach(async () => {
  stub = await HttpStub.start();
});

afterEach(async () => {
  await session?.close();
  await stub.stop();
});

const request = (method: 'GET' | 'POST' | 'DELETE', path: string) => ({ method, path }) as const;

function open(change: object = {}, clock: Clock = systemClock, further: Partial<GivenPages> = {}) {
  const job = {
    create: request('POST', '/exports'),
    idPath: 'uuid',
    status: request('GET', '/exports/{job.id}'),
    statusPath: 'status',
    done: ['FINISHED'],
    failed: ['ERROR'],
    empty: ['SKIPPED'],
    chunksPath: 'chunks',
    ...change,
  };
  const list = reads({
    kind: 'pages',
    request: request('GET', '/exports/{job.id}/chunks/{job.chunk}'),
    format: { kind: 'json' },
    paginate: { kind: 'none' },
    job,
    ...further,
  });
  const connector: HttpConnector = defineConnector({
    id: 'exports',
    name: 'Exports',
    vendor: 'Test',
    category: 'generic',
    docsUrl: 'https://example.com/',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({ base_url: z.string().meta({ destination: true }) }),
    auth: [noAuth()],
    http: { baseUrl: '{config.base_url}', hosts: 'from_config' },
    test: { request: request('GET', '') },
    objects: { assets: { title: 'Assets', key: ['id'], operations: { list } } },
    documentation: { source: 'https://example.com/', asOf: '2026-11-21' },
  });
  const allow = [`127.0.0.1:${stub.port}`];
  session = openTestSession(connector, { config: { base_url: stub.url }, allow, clock });
  return session.openSource({ object: 'assets', options: {} });
}

const signal = AbortSignal.timeout(60_000);
const prepared = { id: 'j', since: 0, phase: 'prepared', chunks: null, at: null };

describe('connectors/drivers/http/sources/export-source', () => {
  it('asks for an export, reads its parts, and gives it back', async () => {
    stub
      .on('POST /exports', { json: { uuid: 'j' } })
      .on('GET /exports/j', { json: { status: 'FINISHED', chunks: [1, 2] } })
      .on('GET /exports/j/chunks/1', { json: [{ id: 1 }] })
      .on('GET /exports/j/chunks/2', { json: [{ id: 2 }] })
      .on('DELETE /exports/j', { status: 204 });

    const { pages } = await readAll(open({ remove: request('DELETE', '/exports/{job.id}') }));

    expect(pages).toEqual([[], [], [{ id: 1 }], [{ id: 2 }], []]);
  });

  it('keeps the job while the system is at work, and says when to come back', async () => {
    stub.on('POST /exports', { json: { uuid: 'j' } }).on('GET /exports/j', { json: { status: 'QUEUED' } });
    const source = open({ pollMs: 7000 });

    const { next = null } = await source.readPage(null, signal);

    expect(next).toMatchObject({ id: 'j', phase: 'prepared' });
    await expect(source.readPage(next, signal)).rejects.toMatchObject({ retryable: true, retryAfterMs: 7000 });
  });

  it('ends at once where there is nothing to export', async () => {
    stub.on('GET /exports/j', { json: { status: 'SKIPPED' } });
    const source = open();

    const { next = null } = await source.readPage(prepared, signal);

    expect(await source.readPage(next, signal)).toEqual({ records: [], next: undefined, bytes: 0 });
  });

  it.each([
    ['failed', { json: { status: 'ERROR' } }],
    ['is gone', { status: 404 }],
  ])('begins another export where one %s', async (_, answer) => {
    stub.on('GET /exports/j', answer);

    await expect(open().readPage(prepared, signal)).rejects.toMatchObject({ kind: 'cursor_expired' });
  });

  it('asks the export for changes, and hands out when it was asked for', async () => {
    stub
      .on('POST /exports', { json: { uuid: 'j' } })
      .on('GET /exports/j', { json: { status: 'FINISHED', chunks: [1] } })
      .on('GET /exports/j/chunks/1', { json: [{ id: 1 }] });
    const clock = { ...systemClock, now: () => 90_000 };
    const incremental = { kind: 'server_filter', parameter: 'filters.since', in: 'body', format: 'epoch_s' } as const;
    const source = open({}, clock, { incremental });

    const asked = await source.readPage(source.begin?.({ since: '1970-01-01T00:00:30Z' }) ?? null, signal);
    const ready = await source.readPage(asked.next ?? null, signal);
    const last = await source.readPage(ready.next ?? null, signal);

    expect(JSON.parse(stub.requests[0]?.body ?? '')).toEqual({ filters: { since: 30 } });
    expect(last).toMatchObject({ records: [{ id: 1 }], next: undefined, watermark: 90_000 });
  });

  it('gives up an export that takes too long', async () => {
    stub.on('GET /exports/j', { json: { status: 'QUEUED' } }).on('DELETE /exports/j', {});
    const clock = { ...systemClock, now: () => 60_000 };
    const source = open({ giveUpMs: 60_000, remove: request('DELETE', '/exports/{job.id}') }, clock);

    await expect(source.readPage(prepared, signal)).rejects.toMatchObject({ kind: 'cursor_expired' });
  });

  it.each([
    ['is at work', prepared, ['POST /exports/j/cancel', 'DELETE /exports/j']],
    ['is ready', { ...prepared, phase: 'read' }, ['DELETE /exports/j']],
    ['was not asked for', null, []],
  ])('gives up an export that %s, whatever the system answers', async (_, cursor, requests) => {
    for (const call of requests) stub.on(call, { status: 400 });
    const source = open({
      abort: request('POST', '/exports/{job.id}/cancel'),
      remove: request('DELETE', '/exports/{job.id}'),
    });

    await source.abandon?.(cursor, signal);

    expect(stub.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(requests);
  });

  it('begins another export where a part of one is gone', async () => {
    stub.on('GET /exports/j/chunks/1', { status: 404 });

    const reading = open().readPage({ ...prepared, phase: 'read', chunks: [1] }, signal);

    await expect(reading).rejects.toMatchObject({ kind: 'cursor_expired' });
  });
});
