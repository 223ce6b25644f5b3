import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { SourceRequest } from '../drivers/shared/session.ts';
import { readAll } from '../../test/harness/http-session.ts';
import { useForeignTables, write } from '../../test/harness/database/foreign-tables.ts';

const tables = useForeignTables();

describe('connectors/postgres/source', () => {
  it('reads a table along its key, each row once, while others are inserted', async () => {
    await tables.sql`create table people (team text, id int, name text, primary key (team, id))`;
    await tables.sql`insert into people select 't' || n % 3, n, 'n' from generate_series(1, 25) n`;
    const openSource = () => tables.session.openSource({ object: 'people', options: { page_size: 10 } });

    const first = await openSource().readPage(null, AbortSignal.timeout(5000));
    await tables.sql`insert into people values ('t0', 0, 'before')`;
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
    await tables.sql`create table people (id bigint primary key)`;
    await tables.sql`insert into people select generate_series(1, 1200)`;

    const { pages } = await readAll(() => tables.session.openSource({ object: 'people', options: { page_size: 500 } }));

    expect(pages.flat().map(({ id }) => Number(id))).toEqual(Array.from({ length: 1200 }, (_, index) => index + 1));
  });

  it('reads only the columns asked for, and the key', async () => {
    await tables.sql`create table people (id int primary key, name text, secret text)`;
    await tables.sql`insert into people values (1, 'a', 's')`;

    const { pages } = await readAll(
      tables.session.openSource({ object: 'public.people', options: { columns: ['name'] } }),
    );

    expect(pages).toEqual([[{ id: 1, name: 'a' }]]);
  });

  it('reads views along the columns that the options name', async () => {
    await tables.sql`create table people (id int primary key)`;
    await tables.sql`insert into people values (2), (1)`;
    await tables.sql`create view listed as select id, id * 2 as double from people`;

    const { pages } = await readAll(tables.session.openSource({ object: 'listed', options: { order_by: ['id'] } }));

    expect(pages).toEqual([
      [
        { id: 1, double: 2 },
        { id: 2, double: 4 },
      ],
    ]);
  });

  it('leaves rows out that are not asked for, of every page', async () => {
    await tables.sql`create table people (id int primary key, team text, age int)`;
    await tables.sql`insert into people select n, 't' || n % 4, nullif(n % 5, 0) from generate_series(1, 40) n`;
    const where: SourceRequest['where'] = [
      { segments: ['team'], operator: 'in', values: ['t1', 't3'] },
      { segments: ['age'], operator: 'greater', values: [3] },
    ];

    const { pages } = await readAll(
      tables.session.openSource({ object: 'people', options: { columns: ['team', 'age'], page_size: 3 }, where }),
    );

    // Nobody knows of those without an age.
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([
      [5, 9, 15],
      [19, 25, 29],
      [35, 39],
    ]);
  });

  it('reads everything where the database cannot answer what is asked for', async () => {
    await tables.sql`create function refuse() returns text stable language plpgsql as
      $$begin if current_query() like '% where %' then raise 'Refused.'; end if; return 'a'; end$$`;
    await tables.sql`create view people as select n as id, refuse() as team from generate_series(1, 3) n`;
    const where: SourceRequest['where'] = [{ segments: ['team'], operator: 'equals', values: ['b'] }];

    const { pages } = await readAll(
      tables.session.openSource({ object: 'people', options: { order_by: ['id'] }, where }),
    );

    expect(pages.flat()).toHaveLength(3);
  });

  it('makes pages smaller where rows are large', async () => {
    await tables.sql`create table people (id int primary key, text text)`;
    await tables.sql`insert into people select n, repeat('x', 1000000) from generate_series(1, 40) n`;
    const source = tables.session.openSource({ object: 'people', options: { page_size: 20 } });

    const { pages } = await readAll(source);

    expect(pages.map((page) => page.length)).toEqual([20, 8, 8, 4]);
  });

  it.each<[string, string, JsonObject, RegExp]>([
    ['a table without a key', 'create table people (id int)', {}, /no primary key/],
    ['a key that may be null', 'create table people (id int unique)', { order_by: ['id'] }, /may be null/],
    ['a column that is not there', 'create table people (id int primary key)', { columns: ['nick'] }, /no column nick/],
  ])('refuses %s with what to do about it', async (_, ddl, options, message) => {
    await tables.sql.unsafe(ddl);
    const source = tables.session.openSource({ object: 'people', options });

    await expect(source.readPage(null, AbortSignal.timeout(5000))).rejects.toMatchObject({
      kind: 'config',
      message: expect.stringMatching(message),
    });
  });

  it('stops at once when the caller gives up, and breaks no write that is under way', async () => {
    await tables.sql`create table people (id int primary key, name text)`;
    await tables.sql`create view slow as select id, pg_sleep(600)::text as wait from people`;
    await tables.sql`create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); return new; end'`;
    const target = tables.openTarget('upsert');
    await write(target, { id: 1, name: 'a' });
    await tables.sql`create trigger slow before insert on people for each row execute function slow()`;
    const stop = new AbortController();
    const reading = tables.session
      .openSource({ object: 'slow', options: { order_by: ['id'] } })
      .readPage(null, stop.signal);
    const writing = write(target, { id: 2, name: 'b' });
    setTimeout(() => stop.abort(new Error('canceled')), 200);

    await expect(reading).rejects.toThrow('canceled');
    expect(await writing).toEqual(['created']);
    await expect
      .poll(
        () => tables.sql`select 1 from pg_stat_activity where application_name = 'integration-hub'
        and datname = current_database() and state = 'active'`,
      )
      .toEqual([]);
  });
});
