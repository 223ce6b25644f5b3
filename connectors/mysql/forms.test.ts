import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { WriteOperation } from '../../core/records.ts';
import { useMariadb } from '../../test/harness/database/mariadb-people.ts';
import { readAll, toEffects } from '../../test/harness/http-session.ts';

const maria = useMariadb();

async function read(): Promise<JsonObject[]> {
  return (await readAll(maria.session.openSource({ object: 'people', options: { page_size: 1 } }))).pages.flat();
}

describe.skipIf(maria.isAbsent)('connectors/mysql/forms', () => {
  it('takes back what it gives of bytes, bits, places and documents', async () => {
    await maria.server.admin.query(`create table people (id binary(4) primary key, data blob, flag bit(1), mask bit(60),
      spot point, doc json)`);
    await maria.server.admin.query(`insert into people values
      (x'01020304', x'00ff', b'1', b'${'1'.repeat(60)}', st_geomfromtext('POINT(1 2)'), '{"a": [1]}'),
      (x'01020305', '', b'0', b'101', null, null)`);

    const records = await read();
    await maria.server.admin.query('update people set data = null, flag = null, mask = null, spot = null, doc = null');
    const updated = await maria.openTarget('upsert').write(toEffects(records));
    const again = await read();
    await maria.server.admin.query('delete from people');
    const created = await maria.openTarget('upsert').write(toEffects(records));
    const found = await maria.openTarget('upsert').find?.(toEffects(records.slice(1)), AbortSignal.timeout(5000));

    expect(records).toEqual([
      {
        id: 'AQIDBA==',
        data: 'AP8=',
        flag: 1,
        mask: String(2n ** 60n - 1n),
        spot: 'POINT(1 2)',
        doc: { a: [1] },
      },
      { id: 'AQIDBQ==', data: '', flag: 0, mask: '5', spot: null, doc: null },
    ]);
    expect(updated.results).toEqual([{ outcome: 'updated' }, { outcome: 'updated' }]);
    expect(again).toEqual(records);
    expect(created.results).toEqual([{ outcome: 'created' }, { outcome: 'created' }]);
    expect(found).toEqual([{ found: true, targetId: undefined, matchesBody: true }]);
    expect(await read()).toEqual(records);
  });

  it.each<[string, JsonObject, string]>([
    ['blob', { data: 'no base64!' }, 'data'],
    ['bit(4)', { data: 'many' }, 'data'],
    ['int', { data: '12 apples' }, 'data'],
    ['decimal(9, 2)', { data: '' }, 'data'],
    ['float', { data: 1e39 }, 'data'],
    ['float', { data: '1e39' }, 'data'],
  ])('rejects what is no value of %s, and no other record', async (type, body, field) => {
    await maria.server.admin.query(`create table people (id int primary key, data ${type})`);

    const { results, error } = await maria.openTarget('upsert').write(toEffects([{ id: 1, ...body }, { id: 2 }]));

    expect(error).toBeUndefined();
    expect(results).toMatchObject([{ outcome: 'rejected', code: 'validation', field }, { outcome: 'created' }]);
  });

  it.each<[WriteOperation, string]>([
    ['delete', 'deleted'],
    ['update', 'updated'],
    ['upsert', 'updated'],
  ])('meets no other text that reads as the same number: %s', async (operation, outcome) => {
    await maria.server.admin.query('create table people (id varchar(9) primary key, name text)');
    await maria.server.admin.query(
      "insert into people values ('123', 'a'), ('0123', 'b'), ('123abc', 'c'), ('x', 'd')",
    );

    const { results } = await maria.openTarget(operation).write(toEffects([{ id: 123, name: 'new' }]));

    expect(results).toEqual([{ outcome }]);
    const others = (await read()).filter(({ id }) => id !== '123');
    expect(others.map(({ name }) => name)).toEqual(['b', 'c', 'd']);
  });

  it.each<[string, WriteOperation]>([
    ['int', 'delete'],
    ['int', 'upsert'],
    ['decimal(9, 2)', 'delete'],
    ['bigint', 'update'],
  ])('takes a text that only begins with a number for no %s: %s', async (type, operation) => {
    await maria.server.admin.query(`create table people (id ${type} primary key, name text)`);
    await maria.server.admin.query("insert into people values (1, 'a')");
    const effects = toEffects([{ id: '1abc', name: 'new' }]);

    const { results } = await maria.openTarget(operation).write(effects);
    const found = await maria.openTarget(operation).find?.(effects, AbortSignal.timeout(5000));

    expect(results).toMatchObject([{ outcome: 'rejected', code: 'validation', field: 'id' }]);
    expect(found).toEqual([{ found: false }]);
    expect((await read()).map(({ name }) => name)).toEqual(['a']);
  });

  it('writes a number into a list of names as the name, and not as a position', async () => {
    await maria.server.admin.query("create table people (id int primary key, level enum('3', '2', '1'))");

    await maria.openTarget('upsert').write(toEffects([{ id: 1, level: 1 }]));

    expect(await read()).toEqual([{ id: 1, level: '1' }]);
  });

  it.each([
    ['bigint unsigned', ['18446744073709551614', '18446744073709551615']],
    ['decimal(30, 2)', ['12345678901234567890.10', '12345678901234567890.11']],
    ['int', ['7', '8']],
    ['double', ['0.5', '1.5']],
    ['varchar(9)', ['7', '07']],
    ["enum('a', 'b')", ['a', 'b']],
    ['datetime', ['2026-01-01 10:00:00', '2026-01-01 10:00:01']],
    ['date', ['2026-01-01', '2026-01-02']],
    ['binary(2)', ['AQI=', 'AQM=']],
    ['bit(60)', ['5', '6']],
  ])('finds rows by a value of %s, and passes over what is none', async (type, [wanted = '', other = '']) => {
    await maria.server.admin.query(`create table people (id int primary key, value ${type}, name text)`);
    await maria.openTarget('create').write(
      toEffects([
        { id: 1, value: wanted, name: 'a' },
        { id: 2, value: other, name: 'b' },
      ]),
    );
    const find = { object: 'people', key: 'value', options: { columns: ['id'] } };

    const found = await maria.session.openFinder?.(find).find(['nonsense', '', wanted], AbortSignal.timeout(5000));

    expect(found?.map(({ id }) => id)).toEqual([1]);
  });

  it('says which column is not there to find by', async () => {
    await maria.server.admin.query('create table people (id int primary key, team int)');
    const finder = maria.session.openFinder?.({ object: 'people', key: 'tema', options: {} });

    await expect(finder?.find(['1'], AbortSignal.timeout(5000))).rejects.toMatchObject({
      kind: 'config',
      message: expect.stringContaining('Did you mean `team`?'),
    });
  });

  it('tells of documents that their members can be named', async () => {
    await maria.server.admin.query('create table people (id int primary key, doc json, text longtext)');

    const { objects } = await maria.session.discover([], AbortSignal.timeout(5000));

    const fields = objects.find(({ id }) => id === 'people')?.fields;
    expect(fields?.map(({ path, type }) => [path, type])).toEqual([
      ['id', 'integer'],
      ['doc', 'any'],
      ['text', 'string'],
    ]);
  });
});
