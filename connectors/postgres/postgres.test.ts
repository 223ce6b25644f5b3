import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { EffectResult, RecordTarget, WriteOperation } from '../../core/records.ts';
import { createForeignDatabase } from '../../test/harness/database.ts';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import type { ConnectorSession } from '../kit/session.ts';
import { connector } from './index.ts';

let database: Awaited<ReturnType<typeof createForeignDatabase>>;
let sql: postgres.Sql;
let session: ConnectorSession;

beforeAll(async () => {
  database = await createForeignDatabase();
  sql = postgres(database.url, { max: 2, onnotice: () => undefined });
});

afterAll(async () => {
  await sql.end();
  await database.drop();
});

beforeEach(async () => {
  await sql`drop schema public cascade`;
  await sql`create schema public`;
  session = openSession();
});

afterEach(() => session.close());

function openSession(change: JsonObject = {}, credentials: JsonObject = {}): ConnectorSession {
  const url = new URL(database.url);
  return openTestSession(connector, {
    config: { host: '127.0.0.1', port: Number(url.port), database: url.pathname.slice(1), ssl: 'disable', ...change },
    credentials: { user: url.username, password: url.password, ...credentials },
    allow: [`127.0.0.1:${url.port}`],
  });
}

function open(operation: WriteOperation, matchOn: string[] = ['id'], object = 'people'): RecordTarget {
  return session.openTarget({ object, operation, matchOn, options: {} });
}

async function write(target: RecordTarget, ...bodies: JsonObject[]): Promise<EffectResult['outcome'][]> {
  const report = await target.write(toEffects(bodies));
  if (report.error !== undefined) throw report.error;
  return report.results.map(({ outcome }) => outcome);
}

describe('connectors/postgres/postgres', () => {
  describe('as a target', () => {
    it('inserts what is new, changes what differs and leaves the rest alone', async () => {
      await sql`create table people (id int primary key, name text, age int)`;
      await sql`create table log (id int)`;
      await sql`create function note() returns trigger language plpgsql as 'begin insert into log values (new.id); return new; end'`;
      await sql`create trigger note after insert or update on people for each row execute function note()`;
      const target = open('upsert');

      const first = await write(target, { id: 1, name: 'Ann', age: 3 }, { id: 2, name: 'Bob', age: null });
      const second = await write(
        target,
        { id: 1, name: 'Ann', age: 3 },
        { id: 2, name: 'Bob', age: 4 },
        { id: 3, name: '', age: 5 },
      );

      expect(target.idempotency).toBe('natural');
      expect(first).toEqual(['created', 'created']);
      expect(second).toEqual(['unchanged', 'updated', 'created']);
      expect((await sql`select id from log`).map(({ id }) => Number(id))).toEqual([1, 2, 2, 3]);
    });

    it('leaves columns alone that a record does not have', async () => {
      await sql`create table people (id int primary key, name text, age int default 7)`;
      const target = open('upsert');

      await write(target, { id: 1, name: 'Ann' }, { id: 2, age: 2 }, { id: 3 });
      const outcomes = await write(target, { id: 1, age: 9 }, { id: 2, name: 'Bob' }, { id: 3 });

      expect(outcomes).toEqual(['updated', 'updated', 'unchanged']);
      expect(await sql`select * from people order by id`).toEqual([
        { id: 1, name: 'Ann', age: 9 },
        { id: 2, name: 'Bob', age: 2 },
        { id: 3, name: null, age: 7 },
      ]);
    });

    it('rejects the records whose values the table refuses, and no others', async () => {
      await sql`create table teams (id int primary key)`;
      await sql`create table people (id int primary key, name varchar(5) not null, age int check (age > 0), born date,
        team int references teams, mail text unique)`;
      const good = Array.from({ length: 40 }, (_, index) => ({ id: index + 100, name: 'ok' }));
      const bad: [JsonObject, string, string | undefined][] = [
        [{ id: 1, name: 'too long' }, 'validation', 'name'],
        [{ id: 2, name: null }, 'validation', 'name'],
        [{ id: 3, name: 'a', age: 'x' }, 'validation', 'age'],
        [{ id: 4, name: 'a', age: -1 }, 'validation', undefined],
        [{ id: 5, name: 'a', born: '2026-02-30' }, 'validation', undefined],
        [{ id: 6, name: 'a', team: 9 }, 'validation', 'team'],
        [{ id: 7, name: 'nul\u0000' }, 'validation', undefined],
        [{ id: 8, name: 'a', mail: 'x' }, 'conflict', 'mail'],
        [{ id: null, name: 'a' }, 'validation', 'id'],
        [{ name: 'a' }, 'validation', 'id'],
      ];
      await sql`insert into people (id, name, mail) values (99, 'a', 'x')`;

      const { results, error } = await open('upsert').write(
        toEffects([...good, ...bad.map(([body]) => body), ...good]),
      );

      expect(error).toBeUndefined();
      expect(results.slice(0, 40).every(({ outcome }) => outcome === 'created')).toBe(true);
      expect(results.slice(50).every(({ outcome }) => outcome === 'unchanged')).toBe(true);
      expect(results.slice(40, 50).map((result) => ('code' in result ? [result.code, result.field] : result))).toEqual(
        bad.map(([, code, field]) => [code, field]),
      );
    });

    it('writes every kind of value faithfully, and finds it unchanged', async () => {
      await sql`create type mood as enum ('calm', 'angry')`;
      await sql`create domain short as varchar(3)`;
      await sql`create table people (id bigint primary key, n numeric, f float8, b boolean, d date, ts timestamp, tz timestamptz,
        u uuid, j json, jb jsonb, tags text[], ns bigint[], m mood, s short, c char(4), x bytea, i interval, t text, p point)`;
      const body = {
        id: '9007199254740993',
        n: '12345678901234567890.123456789',
        f: 0.1,
        b: true,
        d: '2026-02-28',
        ts: '2026-01-01T10:00:00.123456',
        tz: '2026-01-01T10:00:00.123456+02:00',
        u: '0189f7f2-0000-7000-8000-000000000000',
        j: { b: [1, null], a: 'x' },
        jb: [{ a: 1 }],
        tags: ['a,b', '"q"', null],
        ns: ['9007199254740993', 1],
        m: 'calm',
        s: 'abc',
        c: 'ab',
        x: '\\x0aff',
        i: 'P1DT2H',
        t: { kept: 'as text' },
        p: '(1,2)',
      };
      const target = open('upsert');

      const outcomes = [
        await write(target, body),
        await write(target, body),
        await write(target, { ...body, j: { a: 'y' } }),
      ];
      const { pages } = await readAll(session.openSource({ object: 'people', options: {} }));

      expect(outcomes).toEqual([['created'], ['unchanged'], ['updated']]);
      expect(pages).toEqual([
        [
          {
            ...body,
            j: { a: 'y' },
            tz: '2026-01-01T08:00:00.123456+00:00',
            ns: ['9007199254740993', '1'],
            c: 'ab  ',
            t: '{"kept":"as text"}',
          },
        ],
      ]);
    });

    it('is not confused by two records of one key, in any spelling', async () => {
      await sql`create table people (id int primary key, name text)`;

      const outcomes = await write(open('upsert'), { id: 1, name: 'a' }, { id: 1, name: 'b' }, { id: '01', name: 'c' });

      expect(outcomes).toEqual(['created', 'updated', 'updated']);
      expect(await sql`select id from people`).toEqual([{ id: 1 }]);
    });

    it('matches on several columns, with names of any kind', async () => {
      await sql`create table "Odd ""Table" ("A b" text, ord int, inserted text, input text, t text, unique (ord, "A b"))`;
      const target = open('upsert', ['["A b"]', 'ord'], '"Odd ""Table"');

      const first = await write(target, { 'A b': 'x', ord: 1, inserted: 'o', input: 'i', t: 't' });
      const second = await write(target, { 'A b': 'x', ord: 1, inserted: 'p', input: 'i', t: 't' });

      expect([first, second]).toEqual([['created'], ['updated']]);
    });

    it('updates only what is there', async () => {
      await sql`create table people (id int primary key, name text)`;
      await sql`insert into people values (1, 'a'), (2, 'b')`;

      const { results } = await open('update').write(
        toEffects([
          { id: 1, name: 'x' },
          { id: 2, name: 'b' },
          { id: 3, name: 'c' },
        ]),
      );

      expect(results).toMatchObject([
        { outcome: 'updated' },
        { outcome: 'unchanged' },
        { outcome: 'rejected', code: 'not_found' },
      ]);
      expect(await sql`select count(*)::int as n from people`).toEqual([{ n: 2 }]);
    });

    it('needs no other columns than those that match', async () => {
      await sql`create table people (id int primary key, ord int)`;
      await sql`insert into people values (1)`;
      const bodies = [{ id: 1 }, { id: 2 }];

      expect((await open('update').write(toEffects(bodies))).results).toMatchObject([
        { outcome: 'unchanged' },
        { outcome: 'rejected' },
      ]);
      expect(await write(open('upsert'), ...bodies)).toEqual(['unchanged', 'created']);
      expect(await open('upsert').find?.(toEffects(bodies), AbortSignal.timeout(5000))).toMatchObject([
        { matchesBody: true },
        { matchesBody: true },
      ]);
    });

    it('creates, and rejects what exists', async () => {
      await sql`create table people (id int primary key, name text)`;
      const target = open('create');

      expect(target.idempotency).toBe('lookup');
      expect(await write(target, { id: 1, name: 'a' })).toEqual(['created']);
      expect(
        await target.write(
          toEffects([
            { id: 1, name: 'b' },
            { id: 2, name: 'b' },
          ]),
        ),
      ).toMatchObject({
        results: [{ outcome: 'rejected', code: 'conflict' }, { outcome: 'created' }],
      });
    });

    it('appends where nothing identifies a record', async () => {
      await sql`create table people (name text)`;
      const target = open('create', []);

      expect(target.idempotency).toBe('none');
      expect(await write(target, { name: 'a' }, { name: 'a' })).toEqual(['created', 'created']);
    });

    it('finds records and tells whether they hold the body', async () => {
      await sql`create table people (id int primary key, name text, data json)`;
      await sql`insert into people values (1, 'a', '{"x": 1}'), (2, 'b', null)`;
      const effects = toEffects([
        { id: 1, name: 'a', data: { x: 1 } },
        { id: 2, name: 'other', data: null },
        { id: 3, name: 'c', data: null },
        { id: 'x', name: 'd', data: null },
      ]);

      expect(await open('create').find?.(effects, AbortSignal.timeout(5000))).toEqual([
        { found: true, targetId: undefined, matchesBody: true },
        { found: true, targetId: undefined, matchesBody: false },
        { found: false },
        { found: false },
      ]);
    });

    it('writes into partitioned tables, which cannot tell an insert from an update', async () => {
      await sql`create table people (id int primary key, name text) partition by range (id)`;
      await sql`create table people_low partition of people for values from (0) to (1000)`;
      const target = open('upsert');

      expect(await write(target, { id: 1, name: 'a' })).toEqual(['written']);
      expect(await write(target, { id: 1, name: 'a' })).toEqual(['unchanged']);
    });

    it.each<[string, string, string[], JsonObject, RegExp]>([
      ['a table that is not there', 'create table other (id int)', ['id'], { id: 1 }, /no table "public"."people"/],
      [
        'a column that is not there',
        'create table people (id int primary key)',
        ['id'],
        { id: 1, nick: 'a' },
        /no column nick/,
      ],
      [
        'match columns that are not there',
        'create table people (id int primary key)',
        ['key'],
        { key: 1 },
        /no column key/,
      ],
      [
        'match columns without a unique index',
        'create table people (id int)',
        ['id'],
        { id: 1 },
        /no unique index on \(id\)/,
      ],
      [
        'match columns of a partial index only',
        'create table people (id int); create unique index on people (id) where id > 5',
        ['id'],
        { id: 1 },
        /no unique index/,
      ],
      [
        'a column that the database fills',
        'create table people (id int primary key, n int generated always as (id) stored)',
        ['id'],
        { id: 1, n: 1 },
        /gives itself the value of its column n/,
      ],
    ])('refuses %s with what to do about it', async (_, ddl, matchOn, body, message) => {
      await sql.unsafe(ddl);

      const report = await open('upsert', matchOn).write(toEffects([body]));

      expect(report).toMatchObject({ results: [{ outcome: 'not_sent' }], error: { kind: 'config' } });
      expect(report.error?.message).toMatch(message);
    });

    it('refuses a match field that is no column', () => {
      expect(() => open('upsert', ['a.b'])).toThrow(/a\.b is not the name of a column/);
    });

    it('sends nothing where the user lacks the right', async () => {
      await sql`create table people (id int primary key)`;
      await sql`alter table people enable row level security`;
      await sql`alter table people force row level security`;

      const report = await open('upsert').write(toEffects([{ id: 1 }]));

      expect(report).toMatchObject({ results: [{ outcome: 'not_sent' }], error: { kind: 'permission' } });
    });

    it('knows nothing of a write whose connection was cut, and goes on with a new one', async () => {
      await sql`create table people (id int primary key, name text)`;
      await sql`create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(5); return new; end'`;
      const target = open('upsert');
      await write(target, { id: 1, name: 'a' });
      await sql`create trigger slow before insert on people for each row execute function slow()`;

      const writing = target.write(toEffects([{ id: 2, name: 'b' }]));
      await expect
        .poll(
          () => sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'integration-hub' and datname = current_database() and state = 'active'`,
        )
        .toHaveLength(1);
      const report = await writing;
      await sql`drop trigger slow on people`;

      expect(report.error).toMatchObject({ kind: 'transient' });
      expect(['in_doubt', 'not_sent']).toContain(report.results[0]?.outcome);
      expect(await write(target, { id: 2, name: 'b' })).toEqual(['created']);
    });

    it('leaves no transaction open', async () => {
      await sql`create table people (id int primary key)`;

      await open('upsert').write(toEffects([{ id: 1 }, { id: 'x' }]));

      expect(
        await sql`select 1 from pg_stat_activity where application_name = 'integration-hub'
        and datname = current_database() and state <> 'idle'`,
      ).toEqual([]);
    });
  });

  describe('as a source', () => {
    it('reads a table along its key, each row once, while others are inserted', async () => {
      await sql`create table people (team text, id int, name text, primary key (team, id))`;
      await sql`insert into people select 't' || n % 3, n, 'n' from generate_series(1, 25) n`;
      const openSource = () => session.openSource({ object: 'people', options: { page_size: 10 } });

      const first = await openSource().readPage(null, AbortSignal.timeout(5000));
      await sql`insert into people values ('t0', 0, 'before')`;
      const second = await openSource().readPage(first.next ?? null, AbortSignal.timeout(5000));
      const third = await openSource().readPage(second.next ?? null, AbortSignal.timeout(5000));

      const keys = [first, second, third].flatMap(({ records }) =>
        records.map(({ team, id }) => JSON.stringify([team, id])),
      );
      expect(keys).toHaveLength(25);
      expect(new Set(keys).size).toBe(25);
      expect(third.next).toBeUndefined();
    });

    it('orders by the values of the key, not by their texts', async () => {
      await sql`create table people (id bigint primary key)`;
      await sql`insert into people select generate_series(1, 1200)`;

      const { pages } = await readAll(() => session.openSource({ object: 'people', options: { page_size: 500 } }));

      expect(pages.flat().map(({ id }) => Number(id))).toEqual(Array.from({ length: 1200 }, (_, index) => index + 1));
    });

    it('reads only the columns asked for, and the key', async () => {
      await sql`create table people (id int primary key, name text, secret text)`;
      await sql`insert into people values (1, 'a', 's')`;

      const { pages } = await readAll(session.openSource({ object: 'public.people', options: { columns: ['name'] } }));

      expect(pages).toEqual([[{ id: 1, name: 'a' }]]);
    });

    it('reads views along the columns that the options name', async () => {
      await sql`create table people (id int primary key)`;
      await sql`insert into people values (2), (1)`;
      await sql`create view listed as select id, id * 2 as double from people`;

      const { pages } = await readAll(session.openSource({ object: 'listed', options: { order_by: ['id'] } }));

      expect(pages).toEqual([
        [
          { id: 1, double: 2 },
          { id: 2, double: 4 },
        ],
      ]);
    });

    it('makes pages smaller where rows are large', async () => {
      await sql`create table people (id int primary key, text text)`;
      await sql`insert into people select n, repeat('x', 1000000) from generate_series(1, 40) n`;
      const source = session.openSource({ object: 'people', options: { page_size: 20 } });

      const { pages } = await readAll(source);

      expect(pages.map((page) => page.length)).toEqual([20, 8, 8, 4]);
    });

    it.each<[string, string, JsonObject, RegExp]>([
      ['a table without a key', 'create table people (id int)', {}, /no primary key/],
      ['a key that may be null', 'create table people (id int unique)', { order_by: ['id'] }, /may be null/],
      [
        'a column that is not there',
        'create table people (id int primary key)',
        { columns: ['nick'] },
        /no column nick/,
      ],
    ])('refuses %s with what to do about it', async (_, ddl, options, message) => {
      await sql.unsafe(ddl);
      const source = session.openSource({ object: 'people', options });

      await expect(source.readPage(null, AbortSignal.timeout(5000))).rejects.toMatchObject({
        kind: 'config',
        message: expect.stringMatching(message),
      });
    });

    it('stops at once when the caller gives up, and breaks no write that is under way', async () => {
      await sql`create table people (id int primary key, name text)`;
      await sql`create view slow as select id, pg_sleep(5)::text as wait from people`;
      await sql`create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); return new; end'`;
      const target = open('upsert');
      await write(target, { id: 1, name: 'a' });
      await sql`create trigger slow before insert on people for each row execute function slow()`;
      const stop = new AbortController();
      const reading = session.openSource({ object: 'slow', options: { order_by: ['id'] } }).readPage(null, stop.signal);
      const writing = write(target, { id: 2, name: 'b' });
      setTimeout(() => stop.abort(new Error('canceled')), 200);
      const began = performance.now();

      await expect(reading).rejects.toThrow('canceled');

      expect(performance.now() - began).toBeLessThan(2000);
      expect(await writing).toEqual(['created']);
      await expect
        .poll(
          () => sql`select 1 from pg_stat_activity where application_name = 'integration-hub'
          and datname = current_database() and state = 'active'`,
          { timeout: 4000 },
        )
        .toEqual([]);
    });
  });

  describe('as a connection', () => {
    it('says who is signed in, and reads a first row', async () => {
      await sql`create table if not exists first_to_be_read ()`;
      const report = await session.test(AbortSignal.timeout(5000));

      expect(report.checks.map(({ name, ok }) => [name, ok])).toEqual(
        ['tcp', 'auth', 'permission', 'read'].map((name) => [name, true]),
      );
      expect(report.checks[2]?.message).toMatch(/^Signed in as hub_demo to PostgreSQL \d+/);
    });

    it.each<[string, JsonObject, JsonObject, string, string]>([
      ['a wrong password', {}, { password: 'canary-wrong' }, 'auth', 'auth_invalid'],
      ['a database that is not there', { database: 'nowhere' }, {}, 'read', 'config'],
      ['a schema that is not there', { schema: 'nowhere' }, {}, 'permission', 'config'],
      ['a port that nobody opened', { port: 9 }, {}, 'tcp', 'address_not_allowed'],
      ['a server without encryption', { ssl: 'verify_full' }, {}, 'tls', 'tls_not_offered'],
    ])('says where %s stops it', async (_, config, credentials, stage, code) => {
      const other = openSession(config, credentials);

      const report = await other.test(AbortSignal.timeout(15_000));
      await other.close();

      expect(report.ok).toBe(false);
      expect(report.checks.at(-1)).toMatchObject({ name: stage, ok: false, code, remedy: expect.any(String) });
      expect(JSON.stringify(report)).not.toContain('canary');
    });
  });
});
