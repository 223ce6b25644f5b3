import { describe, expect, it } from 'vitest';
import { toEffects, useHttpTargets } from '../../../test/harness/http-session.ts';
import { filter } from '../../kit/filters/filter-text.ts';

const targets = useHttpTargets();
const { open, bodies } = targets;

const post = { method: 'POST', path: '/users' } as const;
const find = { kind: 'find', request: { method: 'GET', path: '/users', query: { name: '{name}' } } } as const;
const ann = { name: 'Ann', age: 3 };

describe('connectors/drivers/http/finder', () => {
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
    targets.stub.on('GET /users', { json: users });
    if ('paginate' in change) targets.stub.on('GET /users', { json: [] });
    if (targetId !== undefined) targets.stub.on(`PATCH /users/${targetId}`, {});

    const report = await open('upsert', { ...known, idempotency: { ...either, ...change } }).write(
      toEffects([ann], 'upsert'),
    );

    expect(report.results).toEqual([
      targetId === undefined
        ? expect.objectContaining({ outcome: 'rejected', code: 'conflict' })
        : { outcome: 'updated', targetId },
    ]);
    expect(targets.stub.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('looks a lost creation up after the longest lag where its vendor does not document one', () => {
    expect(open('upsert', { ...known, idempotency: either }).searchLagMs).toBe(300_000);
  });

  it('writes nothing where a search for the record is answered with "not found"', async () => {
    targets.stub.on('GET /users?name=Ann', { status: 404 }, { status: 404 });
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
    targets.stub
      .on('GET /users?name=O%27Brien', refused, refused)
      .on('GET /users?name=Ann', { json: [] }, { json: [] });
    targets.stub.on('POST /users', { status: 201, json: { id: 1 } });
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
    expect(targets.stub.requests).toEqual([]);
  });

  it('creates a record whose own address is declared to say that it is not there', async () => {
    targets.stub.on('GET /users/Ann', { status: 404 }).on('POST /users', { status: 201, json: { id: 1 } });
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
    targets.stub.on('GET /users?name=Ann', { json: { data: [...others, { id: '7', attributes: { name: 'Ann' } }] } });
    targets.stub.on('PATCH /users/7', { json: {} });

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
    targets.stub.on('GET /users?name=Ann', { json: { data: [found] } });
    targets.stub.on('PATCH /users/7', { json: {} });

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
    targets.stub.on('GET /zones/z/records?name=Ann', { json: [{ id: 7, name: 'Ann', ttl: 60 }] });

    const { results } = await target.write(toEffects([inZone], 'upsert'));

    expect(results).toEqual([{ outcome: 'unchanged', targetId: '7' }]);
  });
});
