import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { overLease, readAll, toEffects } from '../../test/harness/http-session.ts';
import { useForeignTables, write } from '../../test/harness/database/foreign-tables.ts';

const tables = useForeignTables();

describe('connectors/postgres/target', () => {
  it('inserts what is new, changes what differs and leaves the rest alone', async () => {
    await tables.sql`create table people (id int primary key, name text, age int)`;
    await tables.sql`create table log (id int)`;
    await tables.sql`create function note() returns trigger language plpgsql as 'begin insert into log values (new.id); return new; end'`;
    await tables.sql`create trigger note after insert or update on people for each row execute function note()`;
    const target = tables.openTarget('upsert');

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
    expect((await tables.sql`select id from log`).map(({ id }) => Number(id))).toEqual([1, 2, 2, 3]);
  });

  it('leaves columns alone that a record does not have', async () => {
    await tables.sql`create table people (id int primary key, name text, age int default 7)`;
    const target = tables.openTarget('upsert');

    await write(target, { id: 1, name: 'Ann' }, { id: 2, age: 2 }, { id: 3 });
    const outcomes = await write(target, { id: 1, age: 9 }, { id: 2, name: 'Bob' }, { id: 3 });

    expect(outcomes).toEqual(['updated', 'updated', 'unchanged']);
    expect(await tables.sql`select * from people order by id`).toEqual([
      { id: 1, name: 'Ann', age: 9 },
      { id: 2, name: 'Bob', age: 2 },
      { id: 3, name: null, age: 7 },
    ]);
  });

  it('rejects the records whose values the table refuses, and no others', async () => {
    await tables.sql`create table teams (id int primary key)`;
    await tables.sql`create table people (id int primary key, name varchar(5) not null, age int check (age > 0), born date,
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
    await tables.sql`insert into people (id, name, mail) values (99, 'a', 'x')`;

    const { results, error } = await tables
      .openTarget('upsert')
      .write(toEffects([...good, ...bad.map(([body]) => body), ...good]));

    expect(error).toBeUndefined();
    expect(results.slice(0, 40).every(({ outcome }) => outcome === 'created')).toBe(true);
    expect(results.slice(50).every(({ outcome }) => outcome === 'unchanged')).toBe(true);
    expect(results.slice(40, 50).map((result) => ('code' in result ? [result.code, result.field] : result))).toEqual(
      bad.map(([, code, field]) => [code, field]),
    );
  });

  it('writes nothing that its lease does not cover', async () => {
    await tables.sql`create table people (id int primary key)`;

    const { results, error } = await tables.openTarget('upsert').write(toEffects([{ id: 1 }]), overLease);

    expect(results).toEqual([{ outcome: 'not_sent' }]);
    expect(error?.kind).toBe('transient');
    expect(await tables.sql`select id from people`).toEqual([]);
  });

  it('writes every kind of value faithfully, and finds it unchanged', async () => {
    await tables.sql`create type mood as enum ('calm', 'angry')`;
    await tables.sql`create domain short as varchar(3)`;
    await tables.sql`create table people (id bigint primary key, n numeric, f float8, b boolean, d date, ts timestamp, tz timestamptz,
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
    const target = tables.openTarget('upsert');

    const outcomes = [
      await write(target, body),
      await write(target, body),
      await write(target, { ...body, j: { a: 'y' } }),
    ];
    const { pages } = await readAll(tables.session.openSource({ object: 'people', options: {} }));

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
    await tables.sql`create table people (id int primary key, name text)`;

    const outcomes = await write(
      tables.openTarget('upsert'),
      { id: 1, name: 'a' },
      { id: 1, name: 'b' },
      { id: '01', name: 'c' },
    );

    expect(outcomes).toEqual(['created', 'updated', 'updated']);
    expect(await tables.sql`select id from people`).toEqual([{ id: 1 }]);
  });

  it('matches on several columns, with names of any kind', async () => {
    await tables.sql`create table "Odd ""Table" ("A b" text, ord int, inserted text, input text, t text, unique (ord, "A b"))`;
    const target = tables.openTarget('upsert', ['["A b"]', 'ord'], '"Odd ""Table"');

    const first = await write(target, { 'A b': 'x', ord: 1, inserted: 'o', input: 'i', t: 't' });
    const second = await write(target, { 'A b': 'x', ord: 1, inserted: 'p', input: 'i', t: 't' });

    expect([first, second]).toEqual([['created'], ['updated']]);
  });

  it('updates only what is there', async () => {
    await tables.sql`create table people (id int primary key, name text)`;
    await tables.sql`insert into people values (1, 'a'), (2, 'b')`;

    const { results } = await tables.openTarget('update').write(
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
    expect(await tables.sql`select count(*)::int as n from people`).toEqual([{ n: 2 }]);
  });

  it('deletes by the columns that match, whatever else a record has, and takes what is gone for deleted', async () => {
    await tables.sql`create table people (id int generated always as identity primary key, name text)`;
    await tables.sql`insert into people (name) values ('a'), ('b'), ('c')`;

    expect(await write(tables.openTarget('delete'), { id: 1 }, { id: '2', name: 'x' }, { id: 9 })).toEqual([
      'deleted',
      'deleted',
      'deleted',
    ]);
    expect(await tables.sql`select * from people`).toEqual([{ id: 3, name: 'c' }]);
    expect(await write(tables.openTarget('delete'), { id: 1 }, {})).toEqual(['deleted', 'rejected']);
  });

  it('keeps a row that others refer to, and says so', async () => {
    await tables.sql`create table people (id int primary key)`;
    await tables.sql`create table badges (id int references people)`;
    await tables.sql`insert into people values (1), (2)`;
    await tables.sql`insert into badges values (1)`;

    const { results } = await tables.openTarget('delete').write(toEffects([{ id: 1 }, { id: 2 }]));

    expect(results).toMatchObject([
      { outcome: 'rejected', message: expect.stringContaining('badges') },
      { outcome: 'deleted' },
    ]);
    expect(await tables.sql`select id from people`).toEqual([{ id: 1 }]);
  });

  it('needs no other columns than those that match', async () => {
    await tables.sql`create table people (id int primary key, ord int)`;
    await tables.sql`insert into people values (1)`;
    const bodies = [{ id: 1 }, { id: 2 }];

    expect((await tables.openTarget('update').write(toEffects(bodies))).results).toMatchObject([
      { outcome: 'unchanged' },
      { outcome: 'rejected' },
    ]);
    expect(await write(tables.openTarget('upsert'), ...bodies)).toEqual(['unchanged', 'created']);
    expect(await tables.openTarget('upsert').find?.(toEffects(bodies), AbortSignal.timeout(5000))).toMatchObject([
      { matchesBody: true },
      { matchesBody: true },
    ]);
  });

  it('creates, and rejects what exists', async () => {
    await tables.sql`create table people (id int primary key, name text)`;
    const target = tables.openTarget('create');

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
    await tables.sql`create table people (name text)`;
    const target = tables.openTarget('create', []);

    expect(target.idempotency).toBe('none');
    expect(await write(target, { name: 'a' }, { name: 'a' })).toEqual(['created', 'created']);
  });

  it('finds records and tells whether they hold the body', async () => {
    await tables.sql`create table people (id int primary key, name text, data json)`;
    await tables.sql`insert into people values (1, 'a', '{"x": 1}'), (2, 'b', null)`;
    const effects = toEffects([
      { id: 1, name: 'a', data: { x: 1 } },
      { id: 2, name: 'other', data: null },
      { id: 3, name: 'c', data: null },
      { id: 'x', name: 'd', data: null },
    ]);

    expect(await tables.openTarget('create').find?.(effects, AbortSignal.timeout(5000))).toEqual([
      { found: true, targetId: undefined, matchesBody: true },
      { found: true, targetId: undefined, matchesBody: false },
      { found: false },
      { found: false },
    ]);
  });

  it('writes into partitioned tables, which cannot tell an insert from an update', async () => {
    await tables.sql`create table people (id int primary key, name text) partition by range (id)`;
    await tables.sql`create table people_low partition of people for values from (0) to (1000)`;
    const target = tables.openTarget('upsert');

    expect(await write(target, { id: 1, name: 'a' })).toEqual(['written']);
    expect(await write(target, { id: 1, name: 'a' })).toEqual(['unchanged']);
  });

  it.each<[string, string, string[], JsonObject, RegExp]>([
    [
      'a table that is not there',
      'create table other (id int)',
      ['id'],
      { id: 1 },
      /no table "public"."people", .* see it\.$/,
    ],
    ['a table of another name', 'create view peopel as select 1', ['id'], { id: 1 }, /Did you mean `peopel`\?/],
    [
      'a table of another schema',
      'drop schema if exists hr cascade; create schema hr create table people (id int)',
      ['id'],
      { id: 1 },
      /Did you mean `hr\.people`\?/,
    ],
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
    await tables.sql.unsafe(ddl);

    const report = await tables.openTarget('upsert', matchOn).write(toEffects([body]));

    expect(report).toMatchObject({ results: [{ outcome: 'not_sent' }], error: { kind: 'config' } });
    expect(report.error?.message).toMatch(message);
  });

  it('refuses a match field that is no column', () => {
    expect(() => tables.openTarget('upsert', ['a.b'])).toThrow(/a\.b is not the name of a column/);
  });

  it('sends nothing where the user lacks the right', async () => {
    await tables.sql`create table people (id int primary key)`;
    await tables.sql`alter table people enable row level security`;
    await tables.sql`alter table people force row level security`;

    const report = await tables.openTarget('upsert').write(toEffects([{ id: 1 }]));

    expect(report).toMatchObject({ results: [{ outcome: 'not_sent' }], error: { kind: 'permission' } });
  });

  it('knows nothing of a write whose connection was cut, and goes on with a new one', async () => {
    await tables.sql`create table people (id int primary key, name text)`;
    await tables.sql`create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(5); return new; end'`;
    const target = tables.openTarget('upsert');
    await write(target, { id: 1, name: 'a' });
    await tables.sql`create trigger slow before insert on people for each row execute function slow()`;

    const writing = target.write(toEffects([{ id: 2, name: 'b' }]));
    await expect
      .poll(
        () => tables.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'integration-hub' and datname = current_database() and state = 'active'`,
      )
      .toHaveLength(1);
    const report = await writing;
    await tables.sql`drop trigger slow on people`;

    expect(report.error).toMatchObject({ kind: 'transient' });
    expect(['in_doubt', 'not_sent']).toContain(report.results[0]?.outcome);
    expect(await write(target, { id: 2, name: 'b' })).toEqual(['created']);
  });

  it('leaves no transaction open', async () => {
    await tables.sql`create table people (id int primary key)`;

    await tables.openTarget('upsert').write(toEffects([{ id: 1 }, { id: 'x' }]));

    expect(
      await tables.sql`select 1 from pg_stat_activity where application_name = 'integration-hub'
      and datname = current_database() and state <> 'idle'`,
    ).toEqual([]);
  });
});
