import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import type { JsonObject } from '../../core/json.ts';
import type { RecordTarget, WriteOperation } from '../../core/records.ts';
import { openTestSession, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { CallIncident, ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;
const secret = 'canary-4711-secret';

let incidents: CallIncident[];

beforeEach(async () => {
  incidents = [];
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { base_url: `${stub.url}/v1/` },
    credentials: { username: 'ann', password: secret },
    allow: [`127.0.0.1:${stub.port}`],
    reportIncident: (incident) => {
      incidents.push(incident);
      return () => undefined;
    },
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

function open(operation: WriteOperation, options: JsonObject, matchOn: string[] = []): RecordTarget {
  return session.openTarget({ object: '/users', operation, matchOn, options: { concurrency: 1, ...options } });
}

const put = { path: '/users/{login}', method: 'PUT', idempotency: { kind: 'put_by_key' } };
const find = {
  idempotency: { kind: 'find', path: '/users?login={login}', records_path: 'items', search_lag_seconds: 5 },
  update: { path: '/users/{$target_id}' },
  target_id_path: 'id',
};

describe('connectors/http/writing', () => {
  it('puts each record to the address that its key makes', async () => {
    stub.on('PUT /v1/users/a%2Fb%20c', { status: 201 }).on('PUT /v1/users/7', { status: 200 });
    const target = open('upsert', put);

    const report = await target.write(toEffects([{ login: 'a/b c', age: 3 }, { login: 7 }]));

    expect(target).toMatchObject({ idempotency: 'natural', keyTtlMs: 0, searchLagMs: 0 });
    expect(report).toEqual({ results: [{ outcome: 'created' }, { outcome: 'written' }], error: undefined });
    expect(JSON.parse(stub.requests[0]?.body ?? '')).toEqual({ login: 'a/b c', age: 3 });
    expect(stub.requests[0]?.headers['authorization']).toBe(`Basic ${btoa(`ann:${secret}`)}`);
  });

  it.each([
    ['no value', {}],
    ['an empty value', { login: '' }],
    ['a value that leads elsewhere', { login: '..' }],
    ['a value that is no text', { login: { a: 1 } }],
  ])('rejects a record whose key has %s, and nothing else', async (_, body) => {
    stub.on('PUT /v1/users/ann', {});

    const { results } = await open('upsert', put).write(toEffects([body, { login: 'ann' }]));

    expect(results).toMatchObject([
      { outcome: 'rejected', code: 'validation', field: 'login' },
      { outcome: 'written' },
    ]);
  });

  it('rejects what the system refuses of one record, in its words but for secrets', async () => {
    stub
      .on('PUT /v1/users/a', { status: 422, json: { error: { message: `No mail for ${secret}` } } })
      .on('PUT /v1/users/b', { status: 409, json: { message: 'Taken' } })
      .on('PUT /v1/users/c', { status: 404 })
      .on('PUT /v1/users/d', {});
    const bodies = ['a', 'b', 'c', 'd'].map((login) => ({ login }));

    const report = await open('upsert', put).write(toEffects(bodies));

    expect(report.error).toBeUndefined();
    expect(report.results).toEqual([
      { outcome: 'rejected', code: 'validation', message: 'No mail for [redacted]', field: undefined },
      { outcome: 'rejected', code: 'conflict', message: 'Taken', field: undefined },
      {
        outcome: 'rejected',
        code: 'not_found',
        message: 'The system has nothing at this address (status 404).',
        field: undefined,
      },
      { outcome: 'written' },
    ]);
  });

  it.each([
    [401, 'auth_invalid'],
    [403, 'permission'],
    [405, 'unsupported'],
  ])('sends no more of a batch after status %i', async (status, kind) => {
    stub.on('PUT /v1/users/a', { status });

    const report = await open('upsert', put).write(toEffects([{ login: 'a' }, { login: 'b' }]));

    expect(report).toMatchObject({
      results: [{ outcome: 'not_sent' }, { outcome: 'not_sent' }],
      error: { kind, status },
    });
  });

  it('takes a missing address that all records share for a fault of the configuration, not of the records', async () => {
    stub.on('POST /v1/users', { status: 404 });

    const report = await open('create', {}).write(toEffects([{ a: 1 }, { a: 2 }]));

    expect(report).toMatchObject({
      results: [{ outcome: 'not_sent' }, { outcome: 'not_sent' }],
      error: { kind: 'not_found' },
    });
  });

  it('repeats a lost answer only where that is harmless', async () => {
    const lose = (_: unknown, response: { destroy(): unknown }): undefined => {
      response.destroy();
      return undefined;
    };
    stub.on('PUT /v1/users/a', lose, {}).on('POST /v1/users', lose);

    const natural = await open('upsert', put).write(toEffects([{ login: 'a' }]));
    const none = await open('create', {}).write(toEffects([{ login: 'a' }, { login: 'b' }]));

    expect(natural.results).toEqual([{ outcome: 'written' }]);
    expect(none).toMatchObject({
      results: [{ outcome: 'in_doubt' }, { outcome: 'not_sent' }],
      error: { kind: 'transient' },
    });
  });

  it('is in doubt after a server error, and not after a refusal for too many calls', async () => {
    stub.on('POST /v1/users', { status: 500 }, { status: 429, headers: { 'retry-after': '60' } });

    const failed = await open('create', {}).write(toEffects([{ a: 1 }]));
    const limited = await open('create', {}).write(toEffects([{ a: 1 }]));

    expect(failed.results).toEqual([{ outcome: 'in_doubt', over: true }]);
    expect(limited).toMatchObject({
      results: [{ outcome: 'not_sent' }],
      error: { kind: 'rate_limited', retryAfterMs: 60_000 },
    });
  });

  it('sends the effect id as the key that the system remembers', async () => {
    stub.on('POST /v1/users', { status: 503 }, { status: 201, json: { user: { id: 42 } } });
    const target = open('create', { idempotency: { kind: 'header', ttl_hours: 2 }, target_id_path: 'user.id' });

    const report = await target.write(toEffects([{ a: 1 }], 'create'));

    expect(target).toMatchObject({ idempotency: 'keyed', keyTtlMs: 7_200_000 });
    expect(report.results).toEqual([{ outcome: 'created', targetId: '42' }]);
    expect(stub.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['effect-1', 'effect-1']);
  });

  it('reports answers to creations that have no id where it should be', async () => {
    stub.on('POST /v1/users', { json: { ok: false, error: 'nope' } }, { status: 201, json: { id: 7 } });
    const target = open('create', { idempotency: { kind: 'header' }, target_id_path: 'id' });

    const report = await target.write(toEffects([{ a: 1 }, { a: 2 }], 'create'));

    expect(report.results).toEqual([{ outcome: 'created' }, { outcome: 'created', targetId: '7' }]);
    expect(incidents).toEqual([{ throttled: false, repeated: false, idMissingAt: 'id' }]);
  });

  it('finds records by their match fields', async () => {
    stub
      .on('GET /v1/users?login=a', {
        json: {
          items: [
            { id: 1, login: 'x' },
            { id: 2, login: 'a', age: 3, extra: 1 },
          ],
        },
      })
      .on('GET /v1/users?login=b', { json: { items: [{ id: 3, login: 'b', age: 9 }] } })
      .on('GET /v1/users?login=c', { json: { items: [] } })
      .on('GET /v1/users?login=d', { status: 204 });
    const target = open('create', find, ['login']);
    const effects = toEffects(['a', 'b', 'c', 'd'].map((login) => ({ login, age: 3 })));

    const found = await target.find?.(effects, AbortSignal.timeout(10_000));

    expect(target).toMatchObject({ idempotency: 'lookup', searchLagMs: 5000 });
    expect(found).toEqual([
      { found: true, targetId: '2', matchesBody: true },
      { found: true, targetId: '3', matchesBody: false },
      { found: false },
      { found: false },
    ]);
  });

  it.each([
    ['a search', '/users?login={login}', undefined, '/v1/users?login=a', false],
    ['an address with a search', '/teams/{login}?q={login}', undefined, '/v1/teams/a?q=a', false],
    ["the record's own address", '/users/{login}', undefined, '/v1/users/a', true],
    ['a search that is said to answer so', '/users?login={login}', true, '/v1/users?login=a', true],
    ['an address that is said to tell nothing', '/users/{login}', false, '/v1/users/a', false],
  ])('takes 404 of %s for what it says', async (_, path, absent, address, isAbsent) => {
    stub.on(`GET ${address}`, { status: 404 });
    const idempotency = { kind: 'find', path, ...(absent === undefined ? {} : { not_found_is_absent: absent }) };
    const target = open('create', { ...find, idempotency }, ['login']);

    const found = target.find?.(toEffects([{ login: 'a' }]), AbortSignal.timeout(10_000));

    if (isAbsent) expect(await found).toEqual([{ found: false }]);
    else await expect(found).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('looks at the address of a record that is put by its key', async () => {
    stub
      .on('GET /v1/users/a', { json: { login: 'a', age: 3, more: true } })
      .on('GET /v1/users/b', { json: { login: 'b', age: 4 } })
      .on('GET /v1/users/c', { status: 404 })
      .on('GET /v1/users/d', { status: 405 });
    const effects = toEffects(['a', 'b', 'c', 'd', '..'].map((login) => ({ login, age: 3 })));

    expect(await open('upsert', put).find?.(effects, AbortSignal.timeout(10_000))).toEqual([
      { found: true, targetId: undefined, matchesBody: true },
      { found: true, targetId: undefined, matchesBody: false },
      { found: false },
      { found: false },
      { found: false },
    ]);
  });

  it('creates, changes or leaves alone what an upsert finds', async () => {
    stub
      .on('GET /v1/users?login=new', { json: { items: [] } })
      .on('POST /v1/users', { status: 201, json: { id: 9 } })
      .on('GET /v1/users?login=old', { json: { items: [{ id: 5, login: 'old', age: 1 }] } })
      .on('PATCH /v1/users/5', {})
      .on('GET /v1/users?login=same', { json: { items: [{ id: 6, login: 'same', age: 3 }] } });
    const effects = toEffects(['new', 'old', 'same'].map((login) => ({ login, age: 3 })));

    const { results } = await open('upsert', find, ['login']).write(effects);

    expect(results).toEqual([
      { outcome: 'created', targetId: '9' },
      { outcome: 'updated', targetId: '5' },
      { outcome: 'unchanged', targetId: '6' },
    ]);
  });

  it('changes a record under the id that an earlier write gave, and takes the match text for none', async () => {
    stub.on('PATCH /v1/users/77', {}).on('GET /v1/users?login=ann', { json: { items: [] } });
    const target = open('update', find, ['login']);

    const known = await target.write(toEffects([{ login: 'ann' }], 'update', '77'));
    const unknown = await target.write(toEffects([{ login: 'ann' }], 'update', 'ann'));

    expect(known.results).toEqual([{ outcome: 'updated', targetId: '77' }]);
    expect(unknown.results).toMatchObject([{ outcome: 'rejected', code: 'not_found' }]);
  });

  it('sends forms where asked to', async () => {
    stub.on('POST /v1/users', {});

    await open('create', { body: 'form' }).write(toEffects([{ name: 'A & B', tags: ['x'], none: null }]));

    expect(stub.requests[0]).toMatchObject({
      body: 'name=A%20%26%20B&tags=%5B%22x%22%5D&none=',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  });

  it('has at most so many requests under way, and keeps the order of results', async () => {
    let underWay = 0;
    let most = 0;
    stub.always('POST /v1/users', async (request, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
      underWay -= 1;
      response.end(request.body);
    });
    const target = open('create', { concurrency: 4, target_id_path: 'n' });

    const { results } = await target.write(toEffects(Array.from({ length: 40 }, (_, n) => ({ n }))));

    expect(most).toBe(4);
    expect(results.map((result) => ('targetId' in result ? result.targetId : ''))).toEqual(
      Array.from({ length: 40 }, (_, n) => `${n}`),
    );
  });

  it('begins nothing that it could not wait for within its time', async () => {
    let time = 0;
    stub.on('PUT /v1/users/a', () => {
      time += 20_000;
      return {};
    });
    const timed = openTestSession(connector, {
      config: { base_url: `${stub.url}/v1` },
      allow: [`127.0.0.1:${stub.port}`],
      clock: { ...systemClock, monotonic: () => time },
    });
    const request = {
      object: '/users',
      operation: 'upsert',
      matchOn: [],
      options: { ...put, concurrency: 1 },
    } as const;

    const report = await timed.openTarget(request).write(toEffects([{ login: 'a' }, { login: 'b' }]));
    await timed.close();

    expect(report.results).toEqual([{ outcome: 'written' }, { outcome: 'not_sent' }]);
    expect(report.error).toMatchObject({ kind: 'transient', retryable: true });
  });

  it('does not follow a redirect of a write', async () => {
    stub.on('POST /v1/users', { status: 307, headers: { location: '/v1/others' } });

    const report = await open('create', {}).write(toEffects([{ a: 1 }]));

    expect(report).toMatchObject({ results: [{ outcome: 'not_sent' }], error: { kind: 'config', status: 307 } });
  });

  it('is another target at another address', () => {
    const prints = [put, { ...put, path: '/people/{login}' }].map((options) => open('upsert', options).fingerprint);

    expect(new Set(prints).size).toBe(2);
    expect(prints.join(' ')).not.toContain('canary');
  });
});
