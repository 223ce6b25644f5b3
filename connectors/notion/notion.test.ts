import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { base_url: stub.url },
    credentials: { token: 'ntn' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

const id = '1c23ba17-240e-8053-8b4d-000b3c41d5a7';

describe('connectors/notion/notion', () => {
  it('asks a data source for entries that were edited since, in the version that it knows', async () => {
    stub.on(`POST /v1/data_sources/${id}/query`, {
      json: { results: [{ id: 'p' }], has_more: false, next_cursor: null },
    });
    const source = session.openSource({ object: id, options: {} });
    const begin = source.begin?.({ since: '2026-11-28T12:00:00.000Z' }) ?? null;

    const { records } = await source.readPage(begin, AbortSignal.timeout(10_000));

    expect(records).toEqual([{ id: 'p' }]);
    expect(stub.requests[0]?.headers['notion-version']).toBe('2025-09-03');
    expect(JSON.parse(String(stub.requests[0]?.body))).toMatchObject({
      filter: { timestamp: 'last_edited_time', last_edited_time: { on_or_after: '2026-11-28T12:00:00.000Z' } },
      page_size: 100,
    });
  });

  it('fails where Notion ends a list early, and says so in a success', async () => {
    stub.on('POST /v1/search', {
      json: { results: [], has_more: false, next_cursor: null, request_status: { type: 'incomplete' } },
    });

    await expect(readAll(session.openSource({ object: 'pages', options: {} }))).rejects.toMatchObject({
      kind: 'unsupported',
    });
  });

  it('adds an entry to the data source, and moves one to the bin', async () => {
    const properties = { Name: { title: [{ text: { content: 'Laptop 7' } }] } };
    stub.on('POST /v1/pages', { json: { id: 'p' } }).on('PATCH /v1/pages/p', { json: { id: 'p' } });
    const write = async (operation: 'create' | 'delete', record: { id?: string; properties?: typeof properties }) =>
      (
        await session
          .openTarget({ object: id, operation, matchOn: [], options: {} })
          .write(toEffects([record], operation))
      ).results;

    expect(await write('create', { properties })).toMatchObject([{ outcome: 'created', targetId: 'p' }]);
    expect(await write('delete', { id: 'p' })).toMatchObject([{ outcome: 'deleted' }]);
    expect(stub.requests.map(({ body }) => JSON.parse(body))).toEqual([
      { parent: { type: 'data_source_id', data_source_id: id }, properties },
      { in_trash: true },
    ]);
  });
});
