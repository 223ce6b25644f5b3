import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { RecordSource } from '../../core/records.ts';
import { openTestSession, readAll } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, { config: { base_url: stub.url }, allow: [`127.0.0.1:${stub.port}`] });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

const signal = AbortSignal.timeout(60_000);

function open(options: JsonObject, object = '/items'): RecordSource {
  return session.openSource({ object, options });
}

function items(...ids: number[]): { id: number }[] {
  return ids.map((id) => ({ id }));
}

describe('connectors/http/reading', () => {
  it('reads pages that a number counts, each once, until an empty one', async () => {
    stub
      .on('GET /items?per_page=2&page=1', { json: { items: items(1, 2) } })
      .on('GET /items?per_page=2&page=2', { json: { items: items(3, 4) } })
      .on('GET /items?per_page=2&page=3', { json: { items: items(5) } })
      .on('GET /items?per_page=2&page=4', { json: { items: [] } });
    const options = { records_path: 'items', page_size: 2, pagination: { kind: 'page', size_parameter: 'per_page' } };

    const { pages } = await readAll(() => open(options));

    expect(pages.flat()).toEqual(items(1, 2, 3, 4, 5));
  });

  it('ends with the last page where the answer tells their number', async () => {
    stub
      .on('GET /items?page=1', { json: { total_pages: 2, items: items(1) } })
      .on('GET /items?page=2', { json: { total_pages: 2, items: items(2) } });
    const pagination = { kind: 'page', total_pages_path: 'total_pages' };

    const { pages } = await readAll(open({ records_path: 'items', pagination }));

    expect(pages).toEqual([items(1), items(2)]);
  });

  it('moves an offset by what came, not by what was asked for', async () => {
    stub
      .on('GET /items?limit=10&offset=0', { json: items(1, 2, 3) })
      .on('GET /items?limit=10&offset=3', { json: items(4) })
      .on('GET /items?limit=10&offset=4', { json: [] });
    const options = { page_size: 10, pagination: { kind: 'offset', size_parameter: 'limit' } };

    const { pages } = await readAll(open(options));

    expect(pages.flat()).toEqual(items(1, 2, 3, 4));
  });

  it('follows a cursor, also in other processes', async () => {
    stub
      .on('GET /items', { json: { data: items(1), next: 'a b' } })
      .on('GET /items?after=a%20b', { json: { data: items(2), next: 'c' } })
      .on('GET /items?after=c', { json: { data: items(3), next: null } });
    const options = { records_path: 'data', pagination: { kind: 'cursor', parameter: 'after', path: 'next' } };

    const { pages } = await readAll(() => open(options));

    expect(pages).toEqual([items(1), items(2), items(3)]);
  });

  it('puts a cursor into the body of a POST', async () => {
    stub.on('POST /items', { json: { data: items(1), next: 7 } }, { json: { data: items(2) } });
    const pagination = { kind: 'cursor', parameter: 'from', in: 'body', path: 'next' };
    const source = open({ method: 'POST', body: { type: 'user' }, records_path: 'data', pagination });

    await readAll(source);

    expect(stub.requests.map(({ body }) => JSON.parse(body))).toEqual([{ type: 'user' }, { type: 'user', from: 7 }]);
  });

  it('follows Link headers on its own host', async () => {
    stub
      .on('GET /items?per_page=1', {
        json: items(1),
        headers: { link: '</items?page=2>; rel="next", </items>; rel=first' },
      })
      .on('GET /items?page=2', { json: items(2) });
    const options = { page_size: 1, pagination: { kind: 'link_header', size_parameter: 'per_page' } };

    const { pages } = await readAll(() => open(options));

    expect(pages).toEqual([items(1), items(2)]);
  });

  it('refuses a Link to another host', async () => {
    stub.on('GET /items', { json: items(1), headers: { link: '<https://other.example/items>; rel="next"' } });
    const source = open({ pagination: { kind: 'link_header' } });

    await expect(source.readPage(null, signal)).rejects.toMatchObject({ kind: 'config' });
  });

  it.each([
    ['at once', ['a', 'a']],
    ['in a circle of three', ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c', 'a']],
  ])('stops when cursors repeat %s', async (_, cursors) => {
    const answers = cursors.map((next) => ({ json: { data: items(1), next } }));
    stub.always('GET /items', () => answers.shift() ?? { json: { data: [], next: 'a' } });
    const source = open({ records_path: 'data', pagination: { kind: 'cursor', path: 'next' } });

    await expect(readAll(source)).rejects.toMatchObject({ name: 'ConnectorError', kind: 'schema_drift' });

    expect(stub.requests.length).toBeLessThanOrEqual(cursors.length + 1);
  });

  it('stops when a system ignores the page number', async () => {
    stub.always('GET /items', { json: items(1, 2) });

    await expect(readAll(open({ pagination: { kind: 'page' } }))).rejects.toMatchObject({ kind: 'schema_drift' });

    expect(stub.requests).toHaveLength(2);
  });

  it('decompresses answers', async () => {
    const body = gzipSync(JSON.stringify(items(1, 2)));
    stub.on('GET /items', { body, headers: { 'content-encoding': 'gzip' } });

    const { pages } = await readAll(open({}));

    expect(pages).toEqual([items(1, 2)]);
  });

  it('refuses an answer that grows out of proportion when it is decompressed', async () => {
    const body = gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '));
    stub.on('GET /items', { body, headers: { 'content-encoding': 'gzip' } });

    await expect(open({}).readPage(null, signal)).rejects.toMatchObject({ kind: 'config' });
  });

  it('keeps the digits of long numbers', async () => {
    stub.on('GET /items', { body: '[{"id": 12345678901234567890, "share": 0.1}]' });

    const { pages } = await readAll(open({}));

    expect(pages).toEqual([[{ id: '12345678901234567890', share: 0.1 }]]);
  });

  it('takes a map of records by key, and a single object', async () => {
    stub.on('GET /items', { json: { users: { ann: { age: 3 }, bob: { age: 4 } } } }).on('GET /me', { json: { id: 1 } });

    const map = await readAll(open({ records_path: 'users', key_field: 'name' }));
    const single = await readAll(open({ records_path: '$' }, '/me'));

    expect(map.pages).toEqual([
      [
        { name: 'ann', age: 3 },
        { name: 'bob', age: 4 },
      ],
    ]);
    expect(single.pages).toEqual([items(1)]);
  });

  it('says where records could be when the answer is an object', async () => {
    stub.on('GET /items', { json: { total: 1, rows: items(1) } });

    await expect(open({}).readPage(null, signal)).rejects.toMatchObject({
      kind: 'config',
      message: expect.stringContaining('total, rows'),
    });
  });

  it('sends what the options say, literally', async () => {
    stub.on('GET /a%20b/%7Bx%7D?filter=%7B%22a%22%3A1%7D&n=2', { json: [] });
    const options = { path: '/a%20b/%7Bx%7D', query: { filter: '{"a":1}', n: 2 }, headers: { 'X-Tenant': 'one' } };

    await readAll(open(options, 'label'));

    expect(stub.requests[0]?.headers['x-tenant']).toBe('one');
  });
});
