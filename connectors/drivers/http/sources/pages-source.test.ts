import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
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

function open(list: Omit<GivenPages, 'kind'>, timeoutMs = 20_000) {
  const connector: HttpConnector = defineConnector({
    id: 'pages',
    name: 'Pages',
    vendor: 'Test',
    category: 'generic',
    docsUrl: 'https://example.com/',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({ base_url: z.string().meta({ destination: true }) }),
    auth: [noAuth()],
    http: { baseUrl: '{config.base_url}', hosts: 'from_config', timeoutMs },
    test: { request: { method: 'GET', path: '' } },
    objects: { items: { title: 'Items', key: ['id'], operations: { list: reads({ kind: 'pages', ...list }) } } },
    documentation: { source: 'https://example.com/', asOf: '2026-11-21' },
  });
  session = openTestSession(connector, { config: { base_url: stub.url }, allow: [`127.0.0.1:${stub.port}`] });
  return session.openSource({ object: 'items', options: {} });
}

const get = { method: 'GET', path: '/items' } as const;
const list = { kind: 'json', recordsPath: 'items' } as const;

function items(...ids: number[]): { id: number }[] {
  return ids.map((id) => ({ id }));
}

describe('connectors/drivers/http/sources/pages-source', () => {
  it('reads no records where the system answers an empty list with a refusal, and fails by any other', async () => {
    const empty = { status: 404, bodyIncludes: ['"errors":[]'] };
    const refuse = (...errors: string[]) => ({ status: 404, json: { errors } });
    stub.on('GET /items', refuse(), refuse('no handler'));
    const source = open({ request: get, format: list, paginate: { kind: 'none' }, empty });

    const { pages } = await readAll(source);

    expect(pages.flat()).toEqual([]);
    await expect(readAll(source)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('takes a refusal of a later page for no end', async () => {
    const empty = { status: 404, bodyIncludes: ['"errors":[]'] };
    const paginate = { kind: 'cursor', parameter: 'c', path: 'next' } as const;
    stub
      .on('GET /items', { json: { items: items(1), next: 'b' } })
      .on('GET /items?c=b', { status: 404, json: { errors: [] } });

    await expect(readAll(open({ request: get, format: list, paginate, empty }))).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it('halves a page that is too large, and goes on with pages of that size', async () => {
    stub
      .on('GET /items?n=4&o=0', { status: 413 })
      .on('GET /items?n=2&o=0', { json: { items: items(1, 2), total: 3 } })
      .on('GET /items?n=2&o=2', { json: { items: items(3), total: 3 } });
    const paginate = { kind: 'offset', parameter: 'o', sizeParameter: 'n', pageSize: 4, totalPath: 'total' } as const;

    const { pages } = await readAll(open({ request: get, format: list, paginate }));

    expect(pages).toEqual([items(1, 2), items(3)]);
  });

  it.each(['a\0b', 'a\uD83D'])('takes no cursor that could not be stored, such as %j', async (c) => {
    stub.on('GET /items', { json: { items: items(1), c } });
    const source = open({ request: get, format: list, paginate: { kind: 'cursor', parameter: 'c', path: 'c' } });

    await expect(readAll(source)).rejects.toMatchObject({ kind: 'schema_drift' });
  });

  it('halves a page that comes too late', async () => {
    const silence = (): undefined => undefined;
    stub.on('GET /items?n=2', silence).on('GET /items?n=1', { json: { items: items(1) } });
    const paginate = { kind: 'cursor', parameter: 'c', path: 'c', sizeParameter: 'n', pageSize: 2 } as const;

    const { pages } = await readAll(open({ request: get, format: list, paginate }, 300));

    expect(pages).toEqual([items(1)]);
  });

  it('gives up where a page cannot be any smaller', async () => {
    stub.always('GET /items', { status: 413 });
    const paginate = { kind: 'offset', parameter: 'o', sizeParameter: 'n', pageSize: 2 } as const;

    const failure = open({ request: get, format: list, paginate }).readPage(null, AbortSignal.timeout(9000));

    await expect(failure).rejects.toMatchObject({ kind: 'validation', status: 413 });
    expect(stub.requests.map(({ url }) => url)).toEqual(['/items?n=2&o=0', '/items?n=1&o=0']);
  });

  it('opens what the pages are read with first, and again after it has expired', async () => {
    stub
      .on('POST /open', { json: { id: 'p1' } }, { json: { id: 'p2' } })
      .on('POST /search', { json: { items: [{ id: 1, sort: [1] }] } }, { status: 410 }, { json: { items: [] } });
    const source = open({
      open: { request: { method: 'POST', path: '/open' }, path: 'id' },
      request: { method: 'POST', path: '/search', bodyFields: { 'pit.id': '{$opened}' } },
      format: list,
      paginate: { kind: 'search_after' },
      shape: ({ id = null }) => ({ id }),
    });
    const signal = AbortSignal.timeout(9000);

    const first = await source.readPage(null, signal);
    await expect(source.readPage(first.next ?? null, signal)).rejects.toMatchObject({ kind: 'cursor_expired' });
    const again = await source.readPage(null, signal);

    expect([first.records, again.records, again.next]).toEqual([items(1), [], undefined]);
    expect(stub.requests.filter(({ url }) => url === '/search').map(({ body }) => JSON.parse(body))).toEqual([
      { pit: { id: 'p1' } },
      { pit: { id: 'p1' }, search_after: [1] },
      { pit: { id: 'p2' } },
    ]);
  });

  it('reads pages behind the first at their own address', async () => {
    stub
      .on('POST /list', { json: { items: items(1), cursor: 'a' } })
      .on('POST /list/continue', { json: { items: items(2) } });
    const source = open({
      request: { method: 'POST', path: '/list', body: { all: true } },
      nextRequest: { method: 'POST', path: '/list/continue' },
      format: list,
      paginate: { kind: 'cursor', in: 'body', parameter: 'cursor', path: 'cursor' },
    });

    expect((await readAll(source)).pages).toEqual([items(1), items(2)]);
    expect(stub.requests.map(({ body }) => body)).toEqual(['{"all":true}', '{"cursor":"a"}']);
  });

  it('takes a range behind the last record for the end', async () => {
    stub.on(
      'GET /items',
      { status: 206, json: { items: items(1) }, headers: { 'content-range': 'items 0-0/*' } },
      { status: 416 },
    );
    const source = open({ request: get, format: list, paginate: { kind: 'range_header', pageSize: 1 } });

    expect((await readAll(source)).pages).toEqual([items(1), []]);
    expect(stub.requests.map(({ headers }) => headers['range'])).toEqual(['items=0-0', 'items=1-1']);
  });
});
