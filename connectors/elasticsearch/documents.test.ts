import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

const bodies = (path: string): unknown[] =>
  stub.requests.flatMap(({ url, body }) => (url.startsWith(path) ? [JSON.parse(body)] : []));

function hit(id: string, at: number): object {
  return { _index: 'people', _id: id, _score: null, _source: { name: id }, sort: [at] };
}

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { server_url: stub.url },
    credentials: { api_key: 'encoded' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

/** @see https://www.elastic.co/docs/reference/elasticsearch/rest-apis/paginate-search-results#search-after */
describe('connectors/elasticsearch/documents', () => {
  const search = 'POST /_search?allow_partial_search_results=false';

  it('reads an index as it was at one point in time, behind the last document of each page', async () => {
    stub
      .on('POST /people/_pit?keep_alive=5m', { json: { id: 'pit' } })
      .on(search, { json: { hits: { hits: [hit('a', 1), hit('b', 2)] } } }, { json: { hits: { hits: [] } } });
    const source = session.openSource({ object: 'people', options: { query: 'active:true' } });

    const { pages } = await readAll(source);

    expect(pages.flat()).toEqual([
      { _index: 'people', _id: 'a', name: 'a' },
      { _index: 'people', _id: 'b', name: 'b' },
    ]);
    expect(bodies('/_search')).toMatchObject([
      {
        pit: { id: 'pit', keep_alive: '5m' },
        size: 1000,
        query: { bool: { filter: [{ query_string: { query: 'active:true' } }] } },
      },
      { search_after: [2] },
    ]);
  });

  it('asks for what is newer by the field of the time of change', async () => {
    stub.on('POST /logs-*/_pit?keep_alive=5m', { json: { id: 'pit' } }).on(search, { json: { hits: { hits: [] } } });
    const source = session.openSource({ object: 'logs-*', options: { time_field: '@timestamp' } });
    const begin = source.begin?.({ since: '2026-11-28T12:00:00.000Z' }) ?? null;

    const page = await source.readPage(begin, AbortSignal.timeout(10_000));

    expect(page.records).toEqual([]);
    expect(bodies('/_search')).toMatchObject([
      { query: { bool: { filter: [{ match_all: {} }, { range: { '@timestamp': { gte: expect.any(String) } } }] } } },
    ]);
  });

  it.each([
    ['lost shards', { _shards: { total: 2, failed: 1, failures: [{ shard: 0 }] }, hits: { hits: [] } }],
    ['ran out of time', { timed_out: true, hits: { hits: [] } }],
  ])('fails where a search %s, instead of giving a part', async (_, json) => {
    stub.on('POST /people/_pit?keep_alive=5m', { json: { id: 'pit' } }).on(search, { json }, { json }, { json });

    await expect(
      session.openSource({ object: 'people', options: {} }).readPage(null, AbortSignal.timeout(10_000)),
    ).rejects.toMatchObject({ kind: 'transient' });
  });

  const lines = (): unknown[] =>
    stub.requests.flatMap(({ body }) => body.trimEnd().split('\n')).map((line) => JSON.parse(line) as unknown);
  const open = (operation: 'upsert' | 'update' | 'delete', id_field = '_id') =>
    session.openTarget({ object: 'people', operation, matchOn: [], options: { id_field } });

  it.each([
    ['_id', { _id: '7', name: 'Ann' }, { name: 'Ann' }],
    ['number', { number: '7', name: 'Ann' }, { number: '7', name: 'Ann' }],
  ])('writes a document under the value of %s', async (id_field, record, sent) => {
    stub.on('POST /people/_bulk', { json: { errors: false, items: [{ index: { _id: '7', status: 201 } }] } });

    expect((await open('upsert', id_field).write(toEffects([record]))).results).toMatchObject([{ outcome: 'created' }]);
    expect(lines()).toEqual([{ index: { _id: '7' } }, sent]);
  });

  it('changes parts of documents, and deletes them', async () => {
    stub.on(
      'POST /people/_bulk',
      { json: { errors: false, items: [{ update: { _id: '7', status: 200 } }] } },
      { json: { errors: false, items: [{ delete: { _id: '7', status: 404 } }] } },
    );

    const changed = await open('update').write(toEffects([{ _id: '7', name: 'Ann' }], 'update'));
    const deleted = await open('delete').write(toEffects([{ _id: '7' }], 'delete'));

    expect([...changed.results, ...deleted.results]).toMatchObject([{ outcome: 'updated' }, { outcome: 'deleted' }]);
    expect(lines()).toEqual([{ update: { _id: '7' } }, { doc: { name: 'Ann' } }, { delete: { _id: '7' } }]);
  });

  it('tells of each document in a request what became of it', async () => {
    const refused = { type: 'document_parsing_exception', reason: 'failed to parse field [age]' };
    stub.on('POST /people/_bulk', {
      json: {
        errors: true,
        items: [
          { index: { _id: '1', status: 201 } },
          { index: { _id: '2', status: 400, error: refused } },
          {
            index: { _id: '3', status: 429, error: { type: 'es_rejected_execution_exception', reason: 'queue full' } },
          },
        ],
      },
    });

    const { results, error } = await open('upsert').write(toEffects([{ _id: '1' }, { _id: '2' }, { _id: '3' }]));

    expect(results).toMatchObject([
      { outcome: 'created' },
      { outcome: 'rejected', code: 'validation', message: expect.stringContaining('failed to parse field [age]') },
      { outcome: 'not_sent' },
    ]);
    expect(error).toMatchObject({ kind: 'rate_limited' });
  });
});
