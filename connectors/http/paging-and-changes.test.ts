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

const since = { since: '2026-11-20T10:00:00Z' };

function open(options: JsonObject): RecordSource {
  return session.openSource({ object: '/items', options });
}

async function readChanges(options: JsonObject): Promise<unknown[]> {
  const source = open(options);
  const { records } = await source.readPage(source.begin?.(since) ?? null, AbortSignal.timeout(9000));
  return records;
}

describe('connectors/http/paging-and-changes', () => {
  it.each([
    ['as it is', { parameter: 'since' }, 'since=2026-11-20T10%3A00%3A00.000Z'],
    ['as a number', { parameter: 'since', format: 'epoch_s' }, 'since=1795168800'],
    [
      'within a text',
      { parameter: 'q', template: 'updated ge {"$since"}', format: 'date' },
      'q=updated%20ge%20%222026-11-20%22',
    ],
  ])('asks for what changed since an instant, %s', async (_, incremental, query) => {
    stub.on(`GET /items?${query}`, { json: [{ id: 1 }] });

    expect(await readChanges({ incremental })).toEqual([{ id: 1 }]);
  });

  it('replaces what asks for everything, on every page', async () => {
    stub
      .on('GET /items?q=all', { json: { items: [{ id: 1 }] } })
      .on('GET /items?q=2026-11-20T10%3A00%3A00Z', { json: { items: [{ id: 2 }], next: 'n' } })
      .on('GET /items?cursor=n&q=2026-11-20T10%3A00%3A00Z', { json: { items: [{ id: 3 }] } });
    const source = open({
      query: { q: 'all' },
      records_path: 'items',
      pagination: { kind: 'cursor', path: 'next' },
      incremental: { parameter: 'q', format: 'iso_s' },
    });
    const signal = AbortSignal.timeout(9000);

    const whole = await source.readPage(null, signal);
    const first = await source.readPage(source.begin?.(since) ?? null, signal);
    const second = await source.readPage(first.next ?? null, signal);

    expect([whole, first, second].map(({ records }) => records)).toEqual([[{ id: 1 }], [{ id: 2 }], [{ id: 3 }]]);
    expect(second.next).toBeUndefined();
  });

  it('puts the instant into the body of a POST', async () => {
    stub.on('POST /items', { json: [] });
    const incremental = { parameter: 'filter.since', in: 'body', format: 'date' };

    await readChanges({ method: 'POST', body: { filter: { type: 'a' } }, incremental });

    expect(JSON.parse(stub.requests[0]?.body ?? '')).toEqual({ filter: { type: 'a', since: '2026-11-20' } });
  });

  it('tells up to where changes were handed out, where records come in their order', async () => {
    stub.on('GET /items', { json: [{ at: '2026-11-20T10:00:00Z' }, { at: '2026-11-20T11:00:00Z' }] });

    const page = await open({ incremental: { parameter: 'since', ordered_by: 'at' } }).readPage(
      null,
      AbortSignal.timeout(9000),
    );

    expect(page.watermark).toBe(Date.parse('2026-11-20T11:00:00Z'));
  });

  it('reads the page behind the last key, sorted by it', async () => {
    stub
      .on('GET /items?size=2&after=0', { json: [{ id: 1 }, { id: 2 }] })
      .on('GET /items?size=2&after=2', { json: [{ id: 5 }] })
      .on('GET /items?size=2&after=5', { json: [] });
    const pagination = { kind: 'keyset', parameter: 'after', fields: ['id'], first: '0', size_parameter: 'size' };

    const { pages } = await readAll(() => open({ page_size: 2, pagination }));

    expect(pages.flat()).toEqual([{ id: 1 }, { id: 2 }, { id: 5 }]);
  });

  it('reads ranges', async () => {
    const page = (range: string, ...ids: number[]) => ({
      status: 206,
      headers: { 'content-range': range },
      json: ids.map((id) => ({ id })),
    });
    stub.on('GET /items', page('items 0-1/3', 1, 2), page('items 2-2/3', 3));

    const { pages } = await readAll(() => open({ page_size: 2, pagination: { kind: 'range_header' } }));

    expect(pages.flat()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(stub.requests.map(({ headers }) => headers['range'])).toEqual(['items=0-1', 'items=2-3']);
  });

  it('reads behind the last sort values', async () => {
    stub.on('POST /items', { json: { hits: [{ id: 1, sort: [7, 'a'] }] } }, { json: { hits: [] } });
    const options = {
      method: 'POST',
      records_path: 'hits',
      pagination: { kind: 'search_after', size_parameter: 'size' },
    };

    await readAll(() => open({ ...options, page_size: 5 }));

    expect(stub.requests.map(({ body }) => JSON.parse(body))).toEqual([
      { size: 5 },
      { size: 5, search_after: [7, 'a'] },
    ]);
  });

  it('sends a cursor as a header, and ends with a page that is not full', async () => {
    stub.on(
      'GET /items',
      { json: [{ id: 1 }, { id: 2 }], headers: { 'x-next': 'c' } },
      { json: [{ id: 3 }], headers: { 'x-next': 'd' } },
    );
    const pagination = { kind: 'cursor', in: 'header', parameter: 'X-Cursor', header: 'X-Next', short_page_ends: true };

    const { pages } = await readAll(() => open({ page_size: 2, pagination }));

    expect(pages.flat()).toHaveLength(3);
    expect(stub.requests.map(({ headers }) => headers['x-cursor'])).toEqual([undefined, 'c']);
  });

  it.each([
    ['pagination.after', { pagination: { kind: 'keyset', parameter: 'a', fields: ['x', 'y'] } }],
    ['pagination.after', { pagination: { kind: 'keyset', parameter: 'a', fields: ['x'], after: 'x > {y}' } }],
    ['pagination.in', { pagination: { kind: 'search_after' } }],
    ['incremental.template', { incremental: { parameter: 'q', template: 'always' } }],
    ['incremental.in', { incremental: { parameter: 'q', in: 'body' } }],
  ])('refuses what cannot work at %s', (path, options) => {
    expect(() => open(options)).toThrow(`options.${path}`);
  });
});
