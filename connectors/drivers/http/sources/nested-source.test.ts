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

const get = (path: string) => ({ method: 'GET', path }) as const;
const plain = { kind: 'json' } as const;
const cursor = { kind: 'cursor', parameter: 'c', path: 'next' } as const;
const pages = { format: { kind: 'json', recordsPath: 'items' }, paginate: cursor } as const;
const sites = { kind: 'pages', request: get('/sites'), ...pages } as const;

function open(list: Parameters<typeof reads>[0] & { kind: 'pages' }, config = {}) {
  const connector: HttpConnector = defineConnector({
    id: 'nested',
    name: 'Nested',
    vendor: 'Test',
    category: 'generic',
    docsUrl: 'https://example.com/',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({
      base_url: z.string().meta({ destination: true }),
      tenants: z.array(z.string()).optional(),
    }),
    auth: [noAuth()],
    http: { baseUrl: '{config.base_url}', hosts: 'from_config' },
    test: { request: get('') },
    objects: { hosts: { title: 'Hosts', key: ['id'], operations: { list: reads(list) } } },
    documentation: { source: 'https://example.com/', asOf: '2026-11-21' },
  });
  session = openTestSession(connector, {
    config: { base_url: stub.url, ...config },
    allow: [`127.0.0.1:${stub.port}`],
  });
  return session.openSource({ object: 'hosts', options: {} });
}

const ofSites: GivenPages & { parents: object } = {
  kind: 'pages',
  request: get('/sites/{parent.id}/hosts'),
  ...pages,
  parents: { from: sites, key: 'id', copy: { site: 'name' } },
};

describe('connectors/drivers/http/sources/nested-source', () => {
  it('finds the parent that it stopped at, where pages of parents of parents have others than before', async () => {
    const rooms: GivenPages & { parents: object } = {
      kind: 'pages',
      request: get('/rooms/{parent.id}'),
      ...pages,
      parents: { from: { ...ofSites, request: get('/sites/{parent.id}/rooms') }, key: 'id' },
    };
    const many = (site: number) => Array.from({ length: 600 }, (_, room) => ({ id: site * 1000 + room }));
    stub
      .always('GET /sites', { json: { items: [{ id: 1 }, { id: 2 }, { id: 3 }] } })
      .always('GET /sites/1/rooms', { json: { items: many(1) } })
      .always('GET /sites/2/rooms', { json: { items: many(2) } })
      .always('GET /sites/3/rooms', { json: { items: [{ id: 3000 }, { id: 3001 }] } })
      .always('GET /rooms/3001', { json: { items: [{ id: 'a' }] } });

    const page = await open(rooms).readPage({ from: null, key: '3001' }, AbortSignal.timeout(10_000));

    expect(page).toMatchObject({ records: [{ id: 'a' }], next: undefined });
  });

  it('reads records that are parents themselves, level after level', async () => {
    const units: GivenPages & { parents: object } = {
      kind: 'pages',
      request: get('/units/{parent.id}'),
      ...pages,
      parents: { from: sites, key: 'id', copy: { above: 'id' }, depth: 4 },
    };
    stub
      .always('GET /sites', { json: { items: [{ id: 1 }, { id: 2 }] } })
      .always('GET /units/1', ({ url }) => {
        const isFirst = url === '/units/1';
        return { json: isFirst ? { items: [{ id: 11 }], next: 'x' } : { items: [{ id: 12 }] } };
      })
      .always('GET /units/2', { json: { items: [] } })
      .always('GET /units/11', { json: { items: [] } })
      .always('GET /units/12', { json: { items: [{ id: 121 }] } })
      .always('GET /units/121', { json: { items: [] } });

    const { pages: read } = await readAll(open(units));

    expect(read.flat()).toEqual([
      { id: 11, above: 1 },
      { id: 12, above: 1 },
      { id: 121, above: 12 },
    ]);
    expect(read).toHaveLength(3);
  });

  it('ends at the depth that it is given, even where records contain each other', async () => {
    stub
      .always('GET /sites', { json: { items: [{ id: 1 }] } })
      .always('GET /units/1', { json: { items: [{ id: 1 }] } });
    const units: GivenPages & { parents: object } = {
      kind: 'pages',
      request: get('/units/{parent.id}'),
      ...pages,
      parents: { from: sites, key: 'id', depth: 2 },
    };

    const { pages: read } = await readAll(open(units));

    expect(read).toEqual([[{ id: 1 }], [{ id: 1 }]]);
  });

  it('reads the records of parents that have parents themselves', async () => {
    const rooms: GivenPages & { parents: object } = {
      kind: 'pages',
      request: get('/rooms/{parent.id}/hosts'),
      ...pages,
      parents: { from: { ...ofSites, request: get('/sites/{parent.id}/rooms') }, key: 'id', copy: { site: 'site' } },
    };
    stub
      .on('GET /sites', { json: { items: [{ id: 1, name: 'A' }], next: 'x' } })
      .on('GET /sites?c=x', { json: { items: [{ id: 2, name: 'B' }] } })
      .on('GET /sites/1/rooms', { json: { items: [{ id: 11 }, { id: 12 }] } })
      .on('GET /sites/2/rooms', { json: { items: [{ id: 21 }] } })
      .on('GET /rooms/11/hosts', { json: { items: [{ id: 'a' }], next: 'y' } })
      .on('GET /rooms/11/hosts?c=y', { json: { items: [{ id: 'b' }] } })
      .on('GET /rooms/12/hosts', { json: { items: [] } })
      .on('GET /rooms/21/hosts', { json: { items: [{ id: 'c' }] } });

    const { pages: read } = await readAll(open(rooms));

    expect(read.flat()).toEqual([
      { id: 'a', site: 'A' },
      { id: 'b', site: 'A' },
      { id: 'c', site: 'B' },
    ]);
  });

  it('reads the records of every parent on every page, each with fields of its parent', async () => {
    stub
      .on('GET /sites', {
        json: {
          items: [
            { id: 1, name: 'A' },
            { id: 2, name: 'B' },
          ],
          next: 's',
        },
      })
      .on('GET /sites?c=s', { json: { items: [{ id: 3, name: 'C' }, { name: 'no id' }] } })
      .on('GET /sites/1/hosts', { json: { items: [{ id: 'a' }], next: 'h' } })
      .on('GET /sites/1/hosts?c=h', { json: { items: [{ id: 'b' }] } })
      .on('GET /sites/2/hosts', { status: 404 })
      .on('GET /sites/3/hosts', { json: { items: [{ id: 'c' }] } });

    const { pages: read } = await readAll(open(ofSites));

    expect(read.flat()).toEqual([
      { id: 'a', site: 'A' },
      { id: 'b', site: 'A' },
      { id: 'c', site: 'C' },
    ]);
  });

  it('reads the records of a parent once that is listed twice', async () => {
    stub
      .on('GET /sites', { json: { items: [{ id: 1 }, { id: 1 }, { id: 2 }] } })
      .on('GET /sites/1/hosts', { json: { items: [{ id: 'a' }] } })
      .on('GET /sites/2/hosts', { json: { items: [{ id: 'b' }] } });

    const { pages: read } = await readAll(open(ofSites));

    expect(read.flat()).toMatchObject([{ id: 'a' }, { id: 'b' }]);
  });

  it('goes on within a parent, in another process too', async () => {
    stub.always('GET /sites', {
      json: {
        items: [
          { id: 1, name: 'A' },
          { id: 2, name: 'B' },
        ],
      },
    });
    stub.on('GET /sites/1/hosts?c=h', { json: { items: [{ id: 'b' }] } });
    stub.on('GET /sites/2/hosts', { json: { items: [{ id: 'c' }] } });
    const place = { from: null, key: '1', at: { at: 'h', pages: 1, mark: '' } };

    const { records, next } = await open(ofSites).readPage(place, AbortSignal.timeout(9000));

    expect([records.map(({ id }) => id), next]).toEqual([['b', 'c'], undefined]);
  });

  it('starts over where the parent has gone at which it stands', async () => {
    stub.always('GET /sites', { json: { items: [{ id: 2 }] } });

    const reading = open(ofSites).readPage({ from: null, key: '1', at: null }, AbortSignal.timeout(9000));

    await expect(reading).rejects.toMatchObject({ kind: 'cursor_expired' });
  });

  it('asks for several ids in one call', async () => {
    stub
      .on('GET /ids', { json: [7, 8, 9] })
      .on('GET /hosts?ids=7%2C8', { json: [{ id: 7 }, { id: 8 }] })
      .on('GET /hosts?ids=9', { json: [{ id: 9 }] });
    const none = { kind: 'none' } as const;
    const source = open({
      kind: 'pages',
      request: { ...get('/hosts'), query: { ids: '{parent.value}' } },
      format: plain,
      paginate: none,
      parents: { from: { kind: 'pages', request: get('/ids'), format: plain, paginate: none }, key: 'value', batch: 2 },
    });

    expect((await readAll(source)).pages.flat()).toEqual([{ id: 7 }, { id: 8 }, { id: 9 }]);
  });

  it.each<[string, NonNullable<GivenPages['parents']>['from']]>([
    ['the definition', { kind: 'values', values: [{ value: 'x' }, { value: 'y' }] }],
    ['the configuration', { kind: 'config', name: 'tenants' }],
  ])('reads the parts that %s lists', async (_, from) => {
    stub.on('GET /x', { json: [{ id: 1 }] }).on('GET /y', { json: [{ id: 2 }] });
    const list = { kind: 'pages', request: get('/{parent.value}'), format: plain, paginate: { kind: 'none' } } as const;

    const source = open({ ...list, parents: { from, key: 'value', copy: { part: 'value' } } }, { tenants: ['x', 'y'] });

    expect((await readAll(source)).pages.flat()).toEqual([
      { id: 1, part: 'x' },
      { id: 2, part: 'y' },
    ]);
  });
});
