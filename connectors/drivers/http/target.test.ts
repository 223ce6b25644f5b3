import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RecordTarget, WriteOperation } from '../../../core/records.ts';
import { openTestSession, toEffects } from '../../../test/harness/http-session.ts';
import { HttpStub } from '../../../test/harness/http.ts';
import { noAuth } from '../../kit/auth/methods.ts';
import type { HttpConnector } from '../../kit/connector.ts';
import { defineConnector } from '../../kit/define.ts';
import { filter } from '../../kit/filters/filter-text.ts';
import { writes } from '../../kit/http/complete-operations.ts';
import type { ConnectorSession, RateLimiter } from '../shared/session.ts';

let stub: HttpStub;
let session: ConnectorSession | undefined;

beforeEach(async () => {
  stub = await HttpStub.start();
});

afterEach(async () => {
  await session?.close();
  await stub.stop();
});

type GivenWrite = Parameters<typeof writes>[0];

function open(
  operation: WriteOperation,
  write: GivenWrite,
  { matchOn = ['name'], byId, limiter }: { matchOn?: string[]; byId?: boolean; limiter?: RateLimiter } = {},
): RecordTarget {
  const connector: HttpConnector = defineConnector({
    id: 'writes',
    name: 'Writes',
    vendor: 'Test',
    category: 'generic',
    docsUrl: 'https://example.com/',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({ base_url: z.string().meta({ destination: true }) }),
    auth: [noAuth()],
    http: { baseUrl: '{config.base_url}', hosts: 'from_config' },
    limits: { concurrency: 8, buckets: [{ name: 'calls', limit: 1000, perMs: 1000 }], signals: [] },
    test: { request: { method: 'GET', path: '' } },
    objects: { users: { title: 'Users', operations: { [operation]: writes({ concurrency: 1, ...write }) } } },
    documentation: { source: 'https://example.com/', asOf: '2026-11-21' },
  });
  session = openTestSession(connector, {
    config: { base_url: stub.url },
    allow: [`127.0.0.1:${stub.port}`],
    ...(limiter && { limiter }),
  });
  return session.openTarget({ object: 'users', operation, matchOn, ...(byId && { byId }), options: {} });
}

function bodies(): unknown[] {
  return stub.requests.filter(({ body }) => body !== '').map(({ body }) => JSON.parse(body));
}

const post = { method: 'POST', path: '/users' } as const;
const find = { kind: 'find', request: { method: 'GET', path: '/users', query: { name: '{name}' } } } as const;
const ann = { name: 'Ann', age: 3 };
const bulk = {
  request: { method: 'POST', path: '/bulk' },
  itemsPath: 'users',
  itemsMax: 2,
  results: { list: 'results', statusPath: 'status', messagePath: 'error', targetIdPath: 'id' },
} as const;

describe('connectors/drivers/http/target', () => {
  const known = {
    request: post,
    update: { method: 'PATCH', path: '/users/{$target_id}' },
    targetIdPath: 'id',
  } as const;
  const either = { ...find, ignoresCase: 'undocumented', searchLagMs: 'undocumented' } as const;
  const pages = { kind: 'page', parameter: 'page', first: 1, in: 'query' } as const;

  it.each([
    ['takes the record that the system itself gives for a name in another case', {}, [{ id: 1, name: 'ANN' }], '1'],
    [
      'takes the record in the same case before others',
      {},
      [
        { id: 1, name: 'ANN' },
        { id: 2, name: 'Ann' },
      ],
      '2',
    ],
    [
      'rejects a record that may be either of two',
      {},
      [
        { id: 1, name: 'ANN' },
        { id: 2, name: 'ann' },
      ],
      undefined,
    ],
    [
      'rejects a record that a whole list has in another case',
      { request: { ...find.request, query: {} } },
      [{ id: 1, name: 'ANN' }],
      undefined,
    ],
    [
      'rejects a record that a list of all has in another case',
      { paginate: pages },
      [{ id: 1, name: 'ANN' }],
      undefined,
    ],
  ])('%s, where its vendor does not document whether case counts', async (_, change, users, targetId) => {
    stub.on('GET /users', { json: users });
    if ('paginate' in change) stub.on('GET /users', { json: [] });
    if (targetId !== undefined) stub.on(`PATCH /users/${targetId}`, {});

    const report = await open('upsert', { ...known, idempotency: { ...either, ...change } }).write(
      toEffects([ann], 'upsert'),
    );

    expect(report.results).toEqual([
      targetId === undefined
        ? expect.objectContaining({ outcome: 'rejected', code: 'conflict' })
        : { outcome: 'updated', targetId },
    ]);
    expect(stub.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('looks a lost creation up after the longest lag where its vendor does not document one', () => {
    expect(open('upsert', { ...known, idempotency: either }).searchLagMs).toBe(300_000);
  });

  it.each([
    ['merge', 'application/merge-patch+json', { 'a/b': null }],
    ['json', 'application/json-patch+json', [{ op: 'add', path: '/a~1b', value: null }]],
    [
      'scim',
      'application/scim+json',
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', value: { 'a/b': null } }],
      },
    ],
  ] as const)('changes a record by a %s patch', async (patch, contentType, body) => {
    stub.on('PATCH /users/7', {});
    const write = { request: post, update: { method: 'PATCH', path: '/users/{$target_id}' }, patch } as const;

    const report = await open('update', { ...write, idempotency: find }).write(
      toEffects([{ 'a/b': null }], 'update', '7'),
    );

    expect(report.results).toEqual([{ outcome: 'updated', targetId: '7' }]);
    expect(bodies()).toEqual([body]);
    expect(stub.requests[0]?.headers['content-type']).toBe(contentType);
  });

  it.each([
    ['update', [], 'PATCH'],
    ['update', ['id'], 'PATCH'],
    ['delete', [], 'DELETE'],
  ] as const)(
    'looks for nothing where the id of the record to %s is given, matched by %j',
    async (operation, matchOn, method) => {
      stub.on(`${method} /users/7`, {});
      const at = { method, path: '/users/{$target_id}' } as const;
      const write =
        operation === 'delete'
          ? { request: at, idempotency: find }
          : { request: post, update: at, patch: 'merge' as const, idempotency: find };

      const target = open(operation, write, { matchOn: [...matchOn], byId: true });
      const report = await target.write(toEffects([{ id: '7', age: 3 }], operation, '7'));

      expect(target.idempotency).toBe('natural');
      expect(report.results).toMatchObject([{ outcome: operation === 'delete' ? 'deleted' : 'updated' }]);
      expect(stub.requests).toHaveLength(1);
    },
  );

  it('writes nothing where a search for the record is answered with "not found"', async () => {
    stub.on('GET /users?name=Ann', { status: 404 }, { status: 404 });
    const upsert = { request: post, update: { method: 'PATCH', path: '/users/{$target_id}' } } as const;
    const target = open('upsert', { ...upsert, idempotency: find });

    const report = await target.write(toEffects([ann], 'upsert'));

    expect(report.results).toEqual([{ outcome: 'not_sent' }]);
    expect(report.error).toMatchObject({ kind: 'not_found', status: 404 });
    await expect(target.find?.(toEffects([ann]), AbortSignal.timeout(10_000))).rejects.toMatchObject({
      kind: 'not_found',
      message: expect.stringContaining('search'),
    });
    expect(bodies()).toEqual([]);
  });

  it('rejects the record alone that the system refuses to look for', async () => {
    const refused = { status: 400, json: { error: { message: 'Invalid filter clause.' } } };
    stub.on('GET /users?name=O%27Brien', refused, refused).on('GET /users?name=Ann', { json: [] }, { json: [] });
    stub.on('POST /users', { status: 201, json: { id: 1 } });
    const upsert = { request: post, update: { method: 'PATCH', path: '/users/{$target_id}' } } as const;
    const target = open('upsert', { ...upsert, idempotency: find });
    const effects = toEffects([{ name: "O'Brien" }, ann], 'upsert');

    const { results, error } = await target.write(effects);

    expect(error).toBeUndefined();
    expect(results).toMatchObject([
      { outcome: 'rejected', code: 'validation', message: 'Invalid filter clause.' },
      { outcome: 'created' },
    ]);
    await expect(target.find?.(effects, AbortSignal.timeout(10_000))).resolves.toEqual([
      { found: false, refused: 'Invalid filter clause.' },
      { found: false },
    ]);
  });

  it('rejects a record whose value the filters of the system cannot write', async () => {
    const request = { method: 'GET', path: '/users', query: { q: filter('name={name|encoded_query}') } } as const;
    const upsert = { request: post, update: { method: 'PATCH', path: '/users/{$target_id}' } } as const;
    const target = open('upsert', { ...upsert, idempotency: { kind: 'find', request } });

    const { results } = await target.write(toEffects([{ name: 'a^ORb=c' }], 'upsert'));

    expect(results).toMatchObject([{ outcome: 'rejected', code: 'validation', field: 'name' }]);
    expect(stub.requests).toEqual([]);
  });

  it('creates a record whose own address is declared to say that it is not there', async () => {
    stub.on('GET /users/Ann', { status: 404 }).on('POST /users', { status: 201, json: { id: 1 } });
    const upsert = { request: post, update: { method: 'PATCH', path: '/users/{$target_id}' } } as const;
    const byKey = { kind: 'find', request: { method: 'GET', path: '/users/{name}' }, notFoundIsAbsent: true } as const;

    const report = await open('upsert', { ...upsert, idempotency: byKey }).write(toEffects([ann], 'upsert'));

    expect(report.results).toEqual([{ outcome: 'created' }]);
  });

  it('finds a record by members that its resource keeps in an object of their own', async () => {
    const target = open('upsert', {
      request: post,
      update: { method: 'PATCH', path: '/users/{$target_id}' },
      idempotency: { ...find, recordsPath: 'data', lift: ['attributes'], idPath: 'id' },
    });
    const others = [
      { id: '1', attributes: { name: 'Anna' } },
      { id: '2', name: 'Bea' },
    ];
    stub.on('GET /users?name=Ann', { json: { data: [...others, { id: '7', attributes: { name: 'Ann' } }] } });
    stub.on('PATCH /users/7', { json: {} });

    const { results } = await target.write(toEffects([ann], 'upsert'));

    expect(results).toMatchObject([{ outcome: 'updated', targetId: '7' }]);
  });

  it('finds a record by members that are objects with a value, and takes its id as the system has it', async () => {
    const target = open('upsert', {
      request: post,
      update: { method: 'PATCH', path: '/users/{$target_id}' },
      idempotency: {
        ...find,
        recordsPath: 'data',
        lift: ['attributes'],
        unwrap: 'value',
        idPath: 'attributes.id.value',
      },
    });
    const found = { attributes: { id: { label: 'Id', value: 7 }, name: { label: 'Name', value: 'Ann' } } };
    stub.on('GET /users?name=Ann', { json: { data: [found] } });
    stub.on('PATCH /users/7', { json: {} });

    const { results } = await target.write(toEffects([ann], 'upsert'));

    expect(results).toMatchObject([{ outcome: 'updated', targetId: '7' }]);
  });

  it('finds a record that does not show what its address names', async () => {
    const request = { method: 'GET', path: '/zones/{zone}/records', query: { name: '{name}' } } as const;
    const target = open(
      'upsert',
      {
        request: { method: 'POST', path: '/zones/{zone}/records' },
        update: { method: 'PATCH', path: '/records/{$target_id}' },
        idempotency: { ...find, request, idPath: 'id' },
      },
      { matchOn: ['zone', 'name'] },
    );
    const inZone = { name: 'Ann', zone: 'z', ttl: 60 };
    stub.on('GET /zones/z/records?name=Ann', { json: [{ id: 7, name: 'Ann', ttl: 60 }] });

    const { results } = await target.write(toEffects([inZone], 'upsert'));

    expect(results).toEqual([{ outcome: 'unchanged', targetId: '7' }]);
  });

  it('begins no request that its lease does not cover any more', async () => {
    stub.on('POST /users', {});
    const lease = { covers: () => stub.requests.length === 0 };

    const report = await open('create', { request: post, idempotency: { kind: 'none' } }).write(
      toEffects([ann, ann], 'create'),
      lease,
    );

    expect(report.results).toEqual([{ outcome: 'created' }, { outcome: 'not_sent' }]);
    expect(report.error?.kind).toBe('transient');
    expect(stub.requests).toHaveLength(1);
  });

  it('sends nothing when its lease ended while it waited for its turn', async () => {
    let held = true;
    const limiter: RateLimiter = {
      take: async () => {
        held = false;
      },
      settle: () => undefined,
      pause: () => undefined,
    };

    const report = await open('create', { request: post, idempotency: { kind: 'none' } }, { limiter }).write(
      toEffects([ann], 'create'),
      { covers: () => held },
    );

    expect(report.results).toEqual([{ outcome: 'not_sent' }]);
    expect(stub.requests).toHaveLength(0);
  });

  it('sends a token of ours within the body', async () => {
    stub.on('POST /users', {});
    const target = open('create', {
      request: post,
      idempotency: { kind: 'client_token', path: 'meta.token', ttlMs: 5 },
    });

    await target.write(toEffects([ann], 'create'));

    expect(target).toMatchObject({ idempotency: 'keyed', keyTtlMs: 5 });
    expect(bodies()).toEqual([{ ...ann, meta: { token: 'effect-1' } }]);
  });

  it('puts records into bodies of their own, as GraphQL wants them', async () => {
    stub.on('POST /graphql', {});
    const request = {
      method: 'POST',
      path: '/graphql',
      body: { query: 'mutation' },
      bodyFields: { 'variables.input': '{$record}', 'variables.key': '{$effect_id}' },
    } as const;

    await open('create', { request, idempotency: { kind: 'none' } }).write(toEffects([ann], 'create'));

    expect(bodies()).toEqual([{ query: 'mutation', variables: { input: ann, key: 'effect-1' } }]);
  });

  it('names the version that it changes, and tries once more where that was changed meanwhile', async () => {
    stub
      .on('GET /users/7', { headers: { etag: '"1"' }, json: {} }, { headers: { etag: '"2"' }, json: {} })
      .on('PUT /users/7', { status: 412 }, {});
    const request = { method: 'PUT', path: '/users/{id}' } as const;
    const lock = { request: { method: 'GET', path: '/users/{id}' }, header: 'ETag' } as const;

    const { results } = await open('update', { request, lock, idempotency: { kind: 'put_by_key' } }).write(
      toEffects([{ id: 7 }], 'update'),
    );

    expect(results).toEqual([{ outcome: 'updated' }]);
    expect(stub.requests.map(({ headers }) => headers['if-match'])).toEqual([undefined, '"1"', undefined, '"2"']);
  });

  it.each([
    ['on a later page', 'Ann', { outcome: 'updated', targetId: '9' }],
    ['on none', 'Eve', { outcome: 'rejected', code: 'not_found' }],
  ])('goes through the pages of all records for one that is %s', async (_, name, result) => {
    stub
      .on('GET /users?limit=1', { headers: { link: '</users?limit=1&after=8>; rel="next"' }, json: [{ id: 8 }] })
      .on('GET /users?limit=1&after=8', { json: [{ id: 9, name: 'Ann' }] });
    if (name === 'Ann') stub.on('PUT /users/9', {});
    const paginate = { kind: 'link_header', sizeParameter: 'limit', pageSize: 1 } as const;
    const idempotency = { kind: 'find', request: { method: 'GET', path: '/users' }, paginate } as const;
    const update = { method: 'PUT', path: '/users/{$target_id}' } as const;

    const target = open('update', { request: post, update, idempotency, targetIdPath: 'id' });

    expect((await target.write(toEffects([{ name, age: 3 }], 'update'))).results).toMatchObject([result]);
  });

  it('names a version within the body', async () => {
    stub.on('GET /users/7', { json: { version: 'v1' } }).on('PUT /users/7', {});
    const request = { method: 'PUT', path: '/users/{id}' } as const;
    const lock = { request: { method: 'GET', path: '/users/{id}' }, path: 'version', member: 'version' } as const;

    await open('update', { request, lock, idempotency: { kind: 'put_by_key' } }).write(
      toEffects([{ id: 7 }], 'update'),
    );

    expect(bodies()).toEqual([{ version: 'v1' }]);
  });

  it.each([
    ['counts a creation as done that met the same record', ann, { outcome: 'unchanged', targetId: '9' }],
    ['refuses a creation that met another one', { name: 'Ann', age: 4 }, { outcome: 'rejected', code: 'conflict' }],
  ])('%s', async (_, there, result) => {
    stub.on('POST /users', { status: 409 }).on('GET /users?name=Ann', { json: [{ ...there, id: 9 }] });
    const idempotency = { ...find, adoptsConflict: true };

    const { results } = await open('create', { request: post, idempotency, targetIdPath: 'id' }).write(
      toEffects([ann], 'create'),
    );

    expect(results).toMatchObject([result]);
  });

  it.each(['a\0b', 'a\uD83D', 'x'.repeat(601)])('takes %j for no id, since it could not be stored', async (id) => {
    stub.on('POST /users', { status: 201, json: { id } });

    const { results } = await open('create', { request: post, idempotency: find, targetIdPath: 'id' }).write(
      toEffects([ann], 'create'),
    );

    expect(results).toEqual([{ outcome: 'created' }]);
  });

  it('deactivates a record that it finds, and is content where there is none', async () => {
    stub
      .on('GET /users?name=Ann', { json: [{ name: 'Ann', id: 9 }] })
      .on('GET /users?name=Bob', { json: [] })
      .on('POST /users/9/deactivate', { status: 204 });
    const request = { method: 'POST', path: '/users/{$target_id}/deactivate' } as const;
    const target = open('delete', { request, idempotency: find, targetIdPath: 'id', effect: 'reversible' });

    const { results } = await target.write(toEffects([{ name: 'Ann' }, { name: 'Bob' }], 'delete'));

    expect(results).toEqual([{ outcome: 'deleted' }, { outcome: 'deleted' }]);
  });

  it('writes many records with few requests, each with an outcome of its own', async () => {
    stub.on(
      'POST /bulk',
      {
        json: {
          results: [
            { status: 201, id: 'a' },
            { status: 422, error: 'Too young' },
          ],
        },
      },
      { json: { results: [{ status: 503 }] } },
    );
    const target = open('create', { request: post, idempotency: { kind: 'none' }, bulk });

    const report = await target.write(toEffects([{ n: 1 }, { n: 2 }, { n: 3 }], 'create'));

    expect(bodies()).toEqual([{ users: [{ n: 1 }, { n: 2 }] }, { users: [{ n: 3 }] }]);
    expect(report.results).toEqual([
      { outcome: 'created', targetId: 'a' },
      { outcome: 'rejected', code: 'validation', message: 'Too young', field: undefined },
      { outcome: 'in_doubt' },
    ]);
    expect(report.error).toMatchObject({ kind: 'transient' });
  });

  it('halves a request that is refused as a whole, until the bad record is alone', async () => {
    const isBad = (body: string): boolean => body.includes('"n":3');
    stub.always('POST /bulk', ({ body }) => {
      const { users }: { users: unknown[] } = JSON.parse(body);
      return isBad(body)
        ? { status: 400, json: { message: 'Bad' } }
        : { json: { results: users.map(() => ({ status: 200 })) } };
    });
    const target = open('upsert', { request: post, idempotency: { kind: 'none' }, bulk: { ...bulk, itemsMax: 4 } });

    const { results } = await target.write(toEffects([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]));

    expect(results.map(({ outcome }) => outcome)).toEqual(['written', 'written', 'rejected', 'written']);
  });

  it('is in doubt of all records where an answer says nothing of one, and not of which', async () => {
    stub.on('POST /bulk', { json: { results: [{ status: 201 }] } });

    const report = await open('create', { request: post, idempotency: { kind: 'none' }, bulk }).write(
      toEffects([{ n: 1 }, { n: 2 }], 'create'),
    );

    expect(report.results).toEqual([{ outcome: 'in_doubt' }, { outcome: 'in_doubt' }]);
    expect(report.error).toMatchObject({ kind: 'schema_drift' });
  });

  it.each([
    ['upsert', 400, 'unchanged'],
    ['delete', 409, 'deleted'],
  ] as const)('takes a refusal for done where nothing is left to do: %s', async (operation, status, outcome) => {
    const already = { status: [400, 409], bodyIncludes: ['already', 'not a member'] };
    stub.on('PUT /members/Ann', { status, body: 'Ann is already there, or not a member.' });
    const request = { method: 'PUT', path: '/members/{name}' } as const;
    const target = open(operation, { request, idempotency: { kind: 'put_by_key' }, already });

    expect(await target.write(toEffects([ann], operation))).toEqual({ results: [{ outcome }], error: undefined });
  });
});
