import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FieldComparison } from '../../core/field-comparison.ts';
import type { JsonObject } from '../../core/json.ts';
import type { EffectResult, RecordTarget } from '../../core/records.ts';
import { useMariadb } from '../../test/harness/database/mariadb-people.ts';
import { overLease, readAll, toEffects } from '../../test/harness/http-session.ts';
import { isOwnServer, password } from '../../test/lab/mariadb.ts';

const maria = useMariadb();

async function write(target: RecordTarget, ...bodies: JsonObject[]): Promise<EffectResult['outcome'][]> {
  const report = await target.write(toEffects(bodies));
  if (report.error !== undefined) throw report.error;
  return report.results.map(({ outcome }) => outcome);
}

async function rows(): Promise<unknown> {
  const [found] = await maria.server.admin.query('select * from people order by id');
  return found;
}

describe.skipIf(maria.isAbsent)('connectors/mysql/mysql', () => {
  it('makes no code of what a server says of its columns', async () => {
    await maria.server.admin.query("create table people (id int primary key, `constructor'] = 1; //` text)");
    await maria.server.admin.query("insert into people values (1, 'x')");
    const program = `
      import { MysqlDatabase } from './connectors/drivers/sql/mysql/connection.ts';
      import { compilePolicy } from './connectors/drivers/shared/egress/policy.ts';
      import { Secret } from './core/secret.ts';
      const login = new Secret({ user: 'hub', password: process.env.PASSWORD });
      const place = { host: '127.0.0.1', port: ${maria.server.port}, database: 'hr' };
      const database = new MysqlDatabase({ ...place, tls: false, login }, compilePolicy({ allow: ['127.0.0.0/8'] }));
      const found = await database.query({ text: 'select * from people where id = ?', values: [1] });
      console.log(JSON.stringify(found));
      database.close();`;

    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--disallow-code-generation-from-strings', '--input-type=module', '-e', program],
      { cwd: join(import.meta.dirname, '../..'), env: { ...process.env, PASSWORD: password }, encoding: 'utf8' },
    );

    expect(stderr).not.toContain('EvalError');
    expect(stdout).toContain(`{"id":1,"constructor'] = 1; //":"x"}`);
  });

  describe('as a target', () => {
    it('inserts what is new, changes what differs and leaves the rest alone', async () => {
      await maria.server.admin.query('create table people (id int primary key, name text, age int default 7)');
      const target = maria.openTarget('upsert');

      const first = await write(target, { id: 1, name: 'Ann', age: 3 }, { id: 2, name: 'Bob' });
      const second = await write(
        target,
        { id: 1, name: 'Ann', age: 3 },
        { id: 2, age: 4 },
        { id: 3, name: '' },
        { id: 1 },
      );

      expect(target.idempotency).toBe('natural');
      expect(first).toEqual(['created', 'created']);
      expect(second).toEqual(['unchanged', 'updated', 'created', 'unchanged']);
      expect(await rows()).toEqual([
        { id: 1, name: 'Ann', age: 3 },
        { id: 2, name: 'Bob', age: 4 },
        { id: 3, name: '', age: 7 },
      ]);
    });

    it('rejects the records whose values the table refuses, and no others', async () => {
      await maria.server.admin
        .query(`create table people (id int primary key, name varchar(5) not null, age int check (age > 0),
        born date, mail varchar(50) unique)`);
      await maria.server.admin.query("insert into people (id, name, mail) values (99, 'a', 'x')");

      const { results, error } = await maria.openTarget('upsert').write(
        toEffects([
          { id: 1, name: 'ok' },
          { id: 2, name: 'too long' },
          { id: 3, name: null },
          { id: 4, name: 'a', age: 'x' },
          { id: 5, name: 'a', age: -1 },
          { id: 6, name: 'a', born: '2026-02-30' },
          { id: 7, name: 'a', mail: 'x' },
          { id: null, name: 'a' },
          { id: 8, name: 'ok' },
        ]),
      );

      expect(error).toBeUndefined();
      expect(results).toMatchObject([
        { outcome: 'created' },
        { outcome: 'rejected', code: 'validation', field: 'name' },
        { outcome: 'rejected', code: 'validation', field: 'name' },
        { outcome: 'rejected', code: 'validation' },
        { outcome: 'rejected', code: 'validation' },
        { outcome: 'rejected', code: 'validation' },
        { outcome: 'rejected', code: 'conflict' },
        { outcome: 'rejected', code: 'validation', field: 'id' },
        { outcome: 'created' },
      ]);
      expect(await rows()).toHaveLength(3);
    });

    it('writes nothing that its lease does not cover', async () => {
      await maria.server.admin.query('create table people (id int primary key)');

      const { results, error } = await maria.openTarget('upsert').write(toEffects([{ id: 1 }]), overLease);

      expect(results).toEqual([{ outcome: 'not_sent' }]);
      expect(error?.kind).toBe('transient');
      expect(await rows()).toEqual([]);
    });

    it.each([
      ['a table that is dropped', 'drop table people', 'object'],
      ['a column that is dropped', 'alter table people drop column name', 'field'],
      [
        'a view that takes no rows',
        'drop table people; create view people as select 1 as id, max(1) as name',
        undefined,
      ],
    ])('gives up, once the table is known, at %s', async (_, change, missing) => {
      await maria.server.admin.query('create table people (id int primary key, name text)');
      const target = maria.openTarget('create');
      await write(target, { id: 1, name: 'a' });
      for (const statement of change.split('; ')) await maria.server.admin.query(statement);

      const { results, error } = await target.write(toEffects([{ id: 2, name: 'b' }]));
      if (change.includes('view')) await maria.server.admin.query('drop view people');

      expect(results).toEqual([{ outcome: 'not_sent' }]);
      expect([error?.kind, error?.retryable, error?.missing?.of]).toEqual(['config', false, missing]);
    });

    it('updates only what is there, creates only what is not', async () => {
      await maria.server.admin.query('create table people (id int primary key, name text)');
      await maria.server.admin.query("insert into people values (1, 'a')");

      const updated = await maria.openTarget('update').write(
        toEffects([
          { id: 1, name: 'b' },
          { id: 2, name: 'c' },
        ]),
      );
      const created = await maria.openTarget('create').write(
        toEffects([
          { id: 1, name: 'b' },
          { id: 3, name: 'c' },
        ]),
      );

      expect(updated.results).toMatchObject([{ outcome: 'updated' }, { outcome: 'rejected', code: 'not_found' }]);
      expect(created.results).toMatchObject([{ outcome: 'rejected', code: 'conflict' }, { outcome: 'created' }]);
      expect(
        await maria
          .openTarget('create')
          .find?.(toEffects([{ id: 1, name: 'b' }, { id: 3, name: 'x' }, { id: 4 }]), AbortSignal.timeout(5000)),
      ).toEqual([
        { found: true, targetId: undefined, matchesBody: true },
        { found: true, targetId: undefined, matchesBody: false },
        { found: false },
      ]);
    });

    it('deletes by the columns that match, and takes what is gone for deleted', async () => {
      await maria.server.admin.query('create table people (id int primary key, name text)');
      await maria.server.admin.query("insert into people values (1, 'a'), (2, 'b')");

      const { results } = await maria.openTarget('delete').write(toEffects([{ id: 1, name: 'x' }, { id: 9 }, {}]));

      expect(results).toMatchObject([{ outcome: 'deleted' }, { outcome: 'deleted' }, { outcome: 'rejected' }]);
      const [left] = await maria.server.admin.query('select id from people');
      expect(left).toEqual([{ id: 2 }]);
    });

    it.each<[string, string, string[], JsonObject, RegExp]>([
      ['a table that is not there', 'do 1', ['id'], { id: 1 }, /no table hr\.people, .* see it\.$/],
      ['a table of another name', 'create table Persons (id int)', ['id'], { id: 1 }, /see it\.$/],
      ['a table of nearly its name', 'create table peoples (id int)', ['id'], { id: 1 }, /Did you mean `peoples`\?/],
      [
        'a column that is not there',
        'create table people (id int primary key)',
        ['id'],
        { id: 1, nick: 'a' },
        /no column nick/,
      ],
      [
        'match columns without a unique index',
        'create table people (id int)',
        ['id'],
        { id: 1 },
        /no unique index on \(id\)/,
      ],
      [
        'a unique index over a part',
        'create table people (id varchar(50), unique (id(5)))',
        ['id'],
        { id: '1' },
        /no unique index/,
      ],
    ])('refuses %s with what to do about it', async (_, ddl, matchOn, body, message) => {
      await maria.server.admin.query(ddl);

      const report = await maria.openTarget('upsert', matchOn).write(toEffects([body]));

      expect(report).toMatchObject({ results: [{ outcome: 'not_sent' }], error: { kind: 'config' } });
      expect(report.error?.message).toMatch(message);
    });
  });

  describe('as a source', () => {
    it('leaves out only rows that no comparison of ours could keep', async () => {
      await maria.server.admin.query('create table people (id int primary key, name varchar(9), age tinyint)');
      const names = ['Ann', 'ann', 'Ann ', 'Änn', 'Bob', null];
      await maria.server.admin.query('insert into people values ?', [
        names.map((name, id) => [id, name, id === 4 ? null : id]),
      ]);
      const read = async (
        field: string,
        operator: FieldComparison['operator'],
        ...values: FieldComparison['values']
      ): Promise<unknown[]> => {
        const where = [{ segments: [field], operator, values }];
        const { pages } = await readAll(
          maria.session.openSource({ object: 'people', options: { page_size: 2 }, where }),
        );
        return pages.flat().map(({ id }) => id);
      };

      expect(await read('name', 'equals', 'Ann')).toEqual(expect.arrayContaining([0]));
      expect(await read('name', 'equals', 'Ann')).not.toEqual(expect.arrayContaining([4]));
      expect(await read('name', 'in', 'Bob', null)).toEqual([4, 5]);
      expect(await read('name', 'not_equals', 'Ann')).toHaveLength(6);
      expect(await read('name', 'greater', 'B')).toHaveLength(6);
      expect(await read('name', 'equals', null)).toEqual([5]);
      expect(await read('age', 'greater', 1.5)).toEqual([2, 3, 4, 5]);
      expect(await read('age', 'not_in', 1, 2)).toEqual([0, 3, 4, 5]);
      expect(await read('age', 'equals', '1')).toHaveLength(6);
    });

    it('reads a table along its key, each row once, by its values and not by their texts', async () => {
      await maria.server.admin.query(
        'create table people (team varchar(9), id bigint unsigned, primary key (team, id))',
      );
      const values = Array.from({ length: 1200 }, (_, n) => [
        n % 2 === 0 ? 'a' : 'B',
        n < 100 ? String(n) : `1844674407370950${1000 + n}`,
      ]);
      await maria.server.admin.query('insert into people values ?', [values]);

      const { pages } = await readAll(() =>
        maria.session.openSource({ object: 'people', options: { page_size: 500 } }),
      );

      const keys = pages.flat().map((row) => JSON.stringify(row));
      expect(pages.map((page) => page.length)).toEqual([500, 500, 200]);
      expect(new Set(keys).size).toBe(1200);
    });

    it('gives every type a form that JSON holds, and takes it back', async () => {
      await maria.server.admin
        .query(`create table people (id int primary key, big bigint, money decimal(12, 2), at datetime(3),
        exact_at datetime(6), day date, bytes varbinary(9), text varchar(50), real_number double, small_number float)`);
      const body = {
        id: 1,
        big: '9007199254740993',
        money: '12345678.90',
        at: '2026-11-21T18:00:00.123+01:00',
        exact_at: '2026-11-21T18:00:00.123456+01:00',
        day: '2026-11-21',
        text: 'Zoë 😀',
        real_number: 1.5,
        small_number: 1234.56,
      };

      const outcomes = [await write(maria.openTarget('upsert'), body), await write(maria.openTarget('upsert'), body)];
      await maria.server.admin.query("update people set bytes = x'00ff'");
      const { pages } = await readAll(maria.session.openSource({ object: 'hr.people', options: {} }));

      expect(outcomes).toEqual([['created'], ['unchanged']]);
      expect(pages.flat()).toEqual([
        { ...body, at: '2026-11-21 17:00:00.123', exact_at: '2026-11-21 17:00:00.123456', bytes: 'AP8=' },
      ]);
    });

    it('reads along a key of small numbers', async () => {
      await maria.server.admin.query('create table people (id float primary key)');
      await maria.server.admin.query('insert into people values (0.1), (1234.56), (0.3)');
      const source = maria.session.openSource({ object: 'hr.people', options: { page_size: 1 } });

      expect((await readAll(source)).pages.flat()).toEqual([{ id: 0.1 }, { id: 0.3 }, { id: 1234.56 }]);
    });

    it('keeps the digits of numbers in documents', async () => {
      await maria.server.admin.query('create table people (id int primary key, doc json)');
      await maria.server.admin.query(`insert into people values (1, '{"n": 9007199254740993}')`);
      const source = maria.session.openSource({ object: 'hr.people', options: {} });

      expect((await readAll(source)).pages.flat()).toEqual([{ id: 1, doc: { n: '9007199254740993' } }]);
    });

    it('reads along a key of names in a fixed order', async () => {
      await maria.server.admin.query(`create table people (size enum('small', 'medium', 'large'), id int,
        primary key (size, id))`);
      await maria.server.admin.query(
        "insert into people values ('small', 1), ('medium', 2), ('large', 3), ('small', 4)",
      );
      const source = maria.session.openSource({ object: 'hr.people', options: { page_size: 1 } });

      const ids = (await readAll(source)).pages.flat().map(({ id }) => id);

      expect(ids).toEqual([3, 2, 1, 4]);
    });

    it.each<[string, string, JsonObject, RegExp]>([
      ['a table without a key', 'create table people (id int)', {}, /no primary key/],
      [
        'a column that is not there',
        'create table people (id int primary key)',
        { columns: ['nick'] },
        /no column nick/,
      ],
    ])('refuses %s with what to do about it', async (_, ddl, options, message) => {
      await maria.server.admin.query(ddl);
      const source = maria.session.openSource({ object: 'people', options });

      await expect(source.readPage(null, AbortSignal.timeout(5000))).rejects.toMatchObject({
        kind: 'config',
        message: expect.stringMatching(message),
      });
    });
  });

  describe('as a connection', () => {
    it('says who is signed in', async () => {
      const { checks } = await maria.session.test(AbortSignal.timeout(5000));

      expect(checks.map(({ name, code }) => `${name} ${code}`)).toEqual(['tcp ok', 'auth ok', 'read ok']);
      expect(checks[2]?.message).toMatch(/^Signed in as hub@% to \d+\.\d+\./);
    });

    it.runIf(isOwnServer)('goes encrypted to a name that the certificate is made for', async () => {
      const secured = maria.openSession({
        host: 'localhost',
        ssl: 'verify_full',
        ca_certificate: maria.server.certificate,
      });

      const { checks } = await secured.test(AbortSignal.timeout(10_000));
      await secured.close();

      expect(checks.map(({ name, code }) => `${name} ${code}`)).toEqual(['dns ok', 'tcp ok', 'auth ok', 'read ok']);
    });

    it.each<[string, JsonObject, JsonObject, string, string]>([
      ['a certificate that nobody vouches for', { host: 'localhost', ssl: 'verify_full' }, {}, 'auth', 'config'],
      ['a wrong password', {}, { password: 'CANARY-wrong' }, 'auth', 'auth_invalid'],
      ['a database that is not there', { database: 'nowhere' }, {}, 'permission', 'permission'],
      ['a port that nobody opened', { port: 9 }, {}, 'tcp', 'address_not_allowed'],
    ])('says where %s stops it', async (_, config, credentials, stage, code) => {
      const other = maria.openSession(config, credentials);

      const report = await other.test(AbortSignal.timeout(15_000));
      await other.close();

      expect(report.checks.at(-1)).toMatchObject({ name: stage, ok: false, code, remedy: expect.any(String) });
      expect(JSON.stringify(report)).not.toContain('CANARY');
    });
  });
});
