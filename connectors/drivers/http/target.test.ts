import { describe, expect, it } from 'vitest';
import { toEffects, useHttpTargets } from '../../../test/harness/http-session.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { RateLimiter } from '../shared/session.ts';

const targets = useHttpTargets();
const { open, bodies } = targets;

const post = { method: 'POST', path: '/users' } as const;
const find = { kind: 'find', request: { method: 'GET', path: '/users', query: { name: '{name}' } } } as const;
const ann = { name: 'Ann', age: 3 };

describe('connectors/drivers/http/target', () => {
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
    targets.stub.on('PATCH /users/7', {});
    const write = { request: post, update: { method: 'PATCH', path: '/users/{$target_id}' }, patch } as const;

    const report = await open('update', { ...write, idempotency: find }).write(
      toEffects([{ 'a/b': null }], 'update', '7'),
    );

    expect(report.results).toEqual([{ outcome: 'updated', targetId: '7' }]);
    expect(bodies()).toEqual([body]);
    expect(targets.stub.requests[0]?.headers['content-type']).toBe(contentType);
  });

  it('names the attributes whose lists a SCIM patch replaces: some services add to them otherwise', async () => {
    targets.stub.on('PATCH /users/7', {}).on('PATCH /users/7', {});
    const update = { method: 'PATCH', path: '/users/{$target_id}' } as const;
    const target = open('update', { request: post, update, patch: 'scim', idempotency: find });

    await target.write(toEffects([{ name: 'Ann', emails: [{ value: 'a@x.de' }], roles: [] }], 'update', '7'));
    await target.write(toEffects([{ roles: [] }], 'update', '7'));

    expect(bodies().map((body) => (body as { Operations: unknown }).Operations)).toEqual([
      [
        { op: 'replace', value: { name: 'Ann' } },
        { op: 'replace', path: 'emails', value: [{ value: 'a@x.de' }] },
        { op: 'replace', path: 'roles', value: [] },
      ],
      [{ op: 'replace', path: 'roles', value: [] }],
    ]);
  });

  it.each([
    ['update', [], 'PATCH'],
    ['update', ['id'], 'PATCH'],
    ['delete', [], 'DELETE'],
  ] as const)(
    'looks for nothing where the id of the record to %s is given, matched by %j',
    async (operation, matchOn, method) => {
      targets.stub.on(`${method} /users/7`, {});
      const at = { method, path: '/users/{$target_id}' } as const;
      const write =
        operation === 'delete'
          ? { request: at, idempotency: find }
          : { request: post, update: at, patch: 'merge' as const, idempotency: find };

      const target = open(operation, write, { matchOn: [...matchOn], byId: true });
      const report = await target.write(toEffects([{ id: '7', age: 3 }], operation, '7'));

      expect(target.idempotency).toBe('natural');
      expect(report.results).toMatchObject([{ outcome: operation === 'delete' ? 'deleted' : 'updated' }]);
      expect(targets.stub.requests).toHaveLength(1);
    },
  );

  it('begins no request that its lease does not cover any more', async () => {
    targets.stub.on('POST /users', {});
    const lease = { covers: () => targets.stub.requests.length === 0 };

    const report = await open('create', { request: post, idempotency: { kind: 'none' } }).write(
      toEffects([ann, ann], 'create'),
      lease,
    );

    expect(report.results).toEqual([{ outcome: 'created' }, { outcome: 'not_sent' }]);
    expect(report.error?.kind).toBe('transient');
    expect(targets.stub.requests).toHaveLength(1);
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
    expect(targets.stub.requests).toHaveLength(0);
  });

  it('sends a token of ours within the body', async () => {
    targets.stub.on('POST /users', {});
    const target = open('create', {
      request: post,
      idempotency: { kind: 'client_token', path: 'meta.token', ttlMs: 5 },
    });

    await target.write(toEffects([ann], 'create'));

    expect(target).toMatchObject({ idempotency: 'keyed', keyTtlMs: 5 });
    expect(bodies()).toEqual([{ ...ann, meta: { token: 'effect-1' } }]);
  });

  it('puts records into bodies of their own, as GraphQL wants them', async () => {
    targets.stub.on('POST /graphql', {});
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
    targets.stub
      .on('GET /users/7', { headers: { etag: '"1"' }, json: {} }, { headers: { etag: '"2"' }, json: {} })
      .on('PUT /users/7', { status: 412 }, {});
    const request = { method: 'PUT', path: '/users/{id}' } as const;
    const lock = { request: { method: 'GET', path: '/users/{id}' }, header: 'ETag' } as const;

    const { results } = await open('update', { request, lock, idempotency: { kind: 'put_by_key' } }).write(
      toEffects([{ id: 7 }], 'update'),
    );

    expect(results).toEqual([{ outcome: 'updated' }]);
    expect(targets.stub.requests.map(({ headers }) => headers['if-match'])).toEqual([
      undefined,
      '"1"',
      undefined,
      '"2"',
    ]);
  });

  it.each([
    ['on a later page', 'Ann', { outcome: 'updated', targetId: '9' }],
    ['on none', 'Eve', { outcome: 'rejected', code: 'not_found' }],
  ])('goes through the pages of all records for one that is %s', async (_, name, result) => {
    targets.stub
      .on('GET /users?limit=1', { headers: { link: '</users?limit=1&after=8>; rel="next"' }, json: [{ id: 8 }] })
      .on('GET /users?limit=1&after=8', { json: [{ id: 9, name: 'Ann' }] });
    if (name === 'Ann') targets.stub.on('PUT /users/9', {});
    const paginate = { kind: 'link_header', sizeParameter: 'limit', pageSize: 1 } as const;
    const idempotency = { kind: 'find', request: { method: 'GET', path: '/users' }, paginate } as const;
    const update = { method: 'PUT', path: '/users/{$target_id}' } as const;

    const target = open('update', { request: post, update, idempotency, targetIdPath: 'id' });

    expect((await target.write(toEffects([{ name, age: 3 }], 'update'))).results).toMatchObject([result]);
  });

  describe('where several records have the match values', () => {
    const update = { method: 'PUT', path: '/users/{$target_id}' } as const;
    const put = (id: number) => `PUT /users/${id}`;
    const write = { request: post, update, idempotency: find, targetIdPath: 'id' } as const;
    const ambiguous = { outcome: 'rejected', code: 'conflict', message: expect.stringContaining('more than one') };

    it.each(['update', 'upsert', 'delete'] as const)('rejects an %s, and sends nothing', async (operation) => {
      targets.stub.on('GET /users?name=Ann', {
        json: [
          { ...ann, id: 8 },
          { name: 'Ann', id: 9 },
        ],
      });
      const given = operation === 'delete' ? { ...write, request: { ...update, method: 'DELETE' as const } } : write;

      const { results, error } = await open(operation, given).write(toEffects([ann], operation));

      expect([results, error]).toMatchObject([[ambiguous], undefined]);
      expect(targets.stub.requests).toHaveLength(1);
    });

    it.each([
      ['another one on a later page', 9, ambiguous],
      ['itself again on a later page', 8, { outcome: 'updated', targetId: '8' }],
    ])('tells %s', async (_, second, result) => {
      targets.stub
        .on('GET /users?limit=1', {
          headers: { link: '</users?limit=1&after=8>; rel="next"' },
          json: [{ id: 8, name: 'Ann' }],
        })
        .on('GET /users?limit=1&after=8', { json: [{ id: second, name: 'Ann' }] });
      if (second === 8) targets.stub.on(put(8), {});
      const paginate = { kind: 'link_header', sizeParameter: 'limit', pageSize: 1 } as const;
      const idempotency = { kind: 'find', request: { method: 'GET', path: '/users' }, paginate } as const;

      const { results } = await open('update', { ...write, idempotency }).write(toEffects([ann], 'update'));

      expect(results).toMatchObject([result]);
    });

    it('does not say which of them a lost creation made', async () => {
      targets.stub.on('GET /users?name=Ann', {
        json: [
          { ...ann, id: 8 },
          { ...ann, id: 9 },
        ],
      });
      const signal = AbortSignal.timeout(5000);

      const found = await open('create', write).find?.(toEffects([ann], 'create'), signal);

      expect(found).toEqual([{ found: false, refused: expect.stringContaining('more than one') }]);
    });
  });

  it('takes the key that an address names for no id of a record that it has not written', async () => {
    targets.stub.on('PUT /users/by-name/Ann', { json: { id: 7 } }).on('PUT /users/7', {});
    const write = {
      request: { method: 'PUT', path: '/users/by-name/{name}' },
      update: { method: 'PUT', path: '/users/{$target_id}' },
      idempotency: { kind: 'put_by_key' },
      targetIdPath: 'id',
    } as const;

    const first = await open('upsert', write).write(toEffects([{ name: 'Ann', age: 3 }], 'upsert', 'Ann'));
    const second = await open('upsert', write).write(toEffects([{ name: 'Ann', age: 4 }], 'upsert', '7'));

    expect(first.results).toMatchObject([{ targetId: '7' }]);
    expect(second.results).toMatchObject([{ targetId: '7' }]);
    expect(targets.stub.requests.map(({ url }) => url)).toEqual(['/users/by-name/Ann', '/users/7']);
  });

  it.each([
    ['the version that it read', {}, 4],
    ['the version after the one that it read', { next: true } as const, 5],
  ])('names within the body %s', async (_, more, version) => {
    targets.stub.on('GET /users/7', { json: { version: 4 } }).on('PUT /users/7', {});
    const request = { method: 'PUT', path: '/users/{id}' } as const;
    const read = { method: 'GET', path: '/users/{id}' } as const;
    const lock = { request: read, path: 'version', member: 'version', ...more } as const;

    await open('update', { request, lock, idempotency: { kind: 'put_by_key' } }).write(
      toEffects([{ id: 7 }], 'update'),
    );

    expect(bodies()).toEqual([{ version }]);
  });

  it.each([
    ['sends what a change does not give as it was read', { age: 4 }, [{ name: 'Ann', age: 4 }], true],
    ['sends of it what the system takes', { age: 4 }, [{ age: 4 }], ['age']],
    ['sends nothing where nothing changes', { age: 3 }, [], true],
  ] as const)('%s, of a system where changes replace the record', async (_, change, sent, keepsRest) => {
    targets.stub.on('GET /users/7', { json: { id: 7, ...ann } });
    if (sent.length > 0) targets.stub.on('PUT /users/7', {});
    const request = { method: 'PUT', path: '/users/{id}' } as const;
    const names = keepsRest === true ? keepsRest : [...keepsRest];
    const lock = { request: { method: 'GET', path: '/users/{id}' } as const, keepsRest: names };

    const { results } = await open('update', { request, lock, idempotency: { kind: 'put_by_key' } }).write(
      toEffects([{ id: 7, ...change }], 'update'),
    );

    expect(results).toEqual([{ outcome: sent.length > 0 ? 'updated' : 'unchanged' }]);
    expect(bodies()).toEqual(sent);
  });

  it('rejects the one record that cannot be read before its change', async () => {
    targets.stub
      .on('GET /users/odd', { status: 400 })
      .on('GET /users/7', { json: { id: 7 } })
      .on('PUT /users/7', {});
    const request = { method: 'PUT', path: '/users/{id}' } as const;
    const lock = { request: { method: 'GET', path: '/users/{id}' }, keepsRest: true } as const;

    const { results } = await open('update', { request, lock, idempotency: { kind: 'put_by_key' } }).write(
      toEffects([{ id: 'odd' }, { id: 7, age: 4 }], 'update'),
    );

    expect(results).toMatchObject([{ outcome: 'rejected', code: 'validation' }, { outcome: 'updated' }]);
  });

  it('converts what a change keeps to what it takes, in named members of the request', async () => {
    targets.stub.on('GET /users/7', { json: { found: { name: 'Ann', groups: [{ id: 1 }, { id: 2 }] } } });
    targets.stub.on('PUT /users/7', {});
    const bodyFields = { name: '{name}', groups: '{groups}' };
    const request = { method: 'PUT', path: '/users/{id}', bodyFields } as const;
    const shape = ({ groups, ...rest }: JsonObject): JsonObject => ({ ...rest, groups: [groups].flat().length });
    const read = { method: 'GET', path: '/users/{id}' } as const;
    const lock = { request: read, recordPath: 'found', shape, keepsRest: true } as const;

    await open('update', { request, lock, idempotency: { kind: 'put_by_key' } }).write(
      toEffects([{ id: 7, name: 'Bob' }], 'update'),
    );

    expect(bodies()).toEqual([{ name: 'Bob', groups: 2 }]);
  });

  it('keeps what a change does not give within members, of a record within its answer', async () => {
    const profile = { name: 'Ann', title: 'Dr' };
    targets.stub.always('GET /users/7', { json: { user: { id: 7, profile, age: 3 } } });
    targets.stub.on('PUT /users/7', {});
    const request = { method: 'PUT', path: '/users/{id}' } as const;
    const read = { method: 'GET', path: '/users/{id}' } as const;
    const lock = { request: read, recordPath: 'user', keepsRest: ['profile', 'age'], keepsWithin: ['profile'] };

    const { results } = await open('update', { request, lock, idempotency: { kind: 'put_by_key' } }).write(
      toEffects(
        [
          { id: 7, profile: { title: 'Prof' } },
          { id: 7, profile: { title: 'Dr' } },
        ],
        'update',
      ),
    );

    expect(results).toEqual([{ outcome: 'updated' }, { outcome: 'unchanged' }]);
    expect(bodies()).toEqual([{ profile: { name: 'Ann', title: 'Prof' }, age: 3 }]);
  });

  it.each([
    ['/users/7', '7'],
    ['https://proxy.example/users/a%2Fb%20%C3%BC', 'a/b ü'],
    ['/users/', undefined],
  ])('takes the id of what it created out of the address %s', async (location, targetId) => {
    targets.stub.on('POST /users', { status: 201, headers: { location } });
    const write = { request: post, idempotency: find, targetIdPath: 'id', targetIdIn: 'location' } as const;

    const { results } = await open('create', write).write(toEffects([ann], 'create'));

    expect(results).toEqual([{ outcome: 'created', ...(targetId !== undefined && { targetId }) }]);
  });

  it.each([
    ['counts a creation as done that met the same record', ann, { outcome: 'unchanged', targetId: '9' }],
    ['refuses a creation that met another one', { name: 'Ann', age: 4 }, { outcome: 'rejected', code: 'conflict' }],
  ])('%s', async (_, there, result) => {
    targets.stub.on('POST /users', { status: 409 }).on('GET /users?name=Ann', { json: [{ ...there, id: 9 }] });
    const idempotency = { ...find, adoptsConflict: true };

    const { results } = await open('create', { request: post, idempotency, targetIdPath: 'id' }).write(
      toEffects([ann], 'create'),
    );

    expect(results).toMatchObject([result]);
  });

  it.each(['a\0b', 'a\uD83D', 'x'.repeat(601)])('takes %j for no id, since it could not be stored', async (id) => {
    targets.stub.on('POST /users', { status: 201, json: { id } });

    const { results } = await open('create', { request: post, idempotency: find, targetIdPath: 'id' }).write(
      toEffects([ann], 'create'),
    );

    expect(results).toEqual([{ outcome: 'created' }]);
  });

  it('deactivates a record that it finds, and is content where there is none', async () => {
    targets.stub
      .on('GET /users?name=Ann', { json: [{ name: 'Ann', id: 9 }] })
      .on('GET /users?name=Bob', { json: [] })
      .on('POST /users/9/deactivate', { status: 204 });
    const request = { method: 'POST', path: '/users/{$target_id}/deactivate' } as const;
    const target = open('delete', { request, idempotency: find, targetIdPath: 'id', effect: 'reversible' });

    const { results } = await target.write(toEffects([{ name: 'Ann' }, { name: 'Bob' }], 'delete'));

    expect(results).toEqual([{ outcome: 'deleted' }, { outcome: 'deleted' }]);
  });

  it.each([
    ['upsert', 400, 'unchanged'],
    ['delete', 409, 'deleted'],
  ] as const)('takes a refusal for done where nothing is left to do: %s', async (operation, status, outcome) => {
    const already = { status: [400, 409], bodyIncludes: ['already', 'not a member'] };
    targets.stub.on('PUT /members/Ann', { status, body: 'Ann is already there, or not a member.' });
    const request = { method: 'PUT', path: '/members/{name}' } as const;
    const target = open(operation, { request, idempotency: { kind: 'put_by_key' }, already });

    expect(await target.write(toEffects([ann], operation))).toEqual({ results: [{ outcome }], error: undefined });
  });
});
