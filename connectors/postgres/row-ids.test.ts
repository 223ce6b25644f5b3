import { describe, expect, it } from 'vitest';
import { toEffects } from '../../test/harness/http-session.ts';
import { useForeignTables } from '../../test/harness/database/foreign-tables.ts';

const tables = useForeignTables();

describe('connectors/postgres/row-ids', () => {
  it.each([
    ['counted', 'id serial primary key', ['2', '3', '4']],
    ['always given', 'id bigint generated always as identity primary key', ['2', '3', '4']],
    [
      'made up',
      'id uuid primary key default gen_random_uuid()',
      expect.arrayContaining([expect.stringMatching(/^[0-9a-f-]{36}$/)]),
    ],
    ['of a trigger', 'id text primary key', ['a!', 'b!', 'a!c']],
  ])('tells the ids of what it appends, where the key is one column: %s', async (_, key, wanted) => {
    await tables.sql.unsafe(`create table people (${key}, name text)`);
    if (key.startsWith('id text')) {
      await tables.sql.unsafe(`
        create function name_it() returns trigger language plpgsql as $$ begin new.id := replace(new.name, ':', '!'); return new; end $$;
        create trigger name_it before insert on people for each row execute function name_it()`);
    } else await tables.sql`insert into people (name) values ('first')`;
    const target = tables.openTarget('create', []);

    const { results, error } = await target.write(toEffects([{ name: 'a:' }, { name: 'b:' }, { name: 'a:c' }]));

    expect(error).toBeUndefined();
    const ids = results.map((result) => ('targetId' in result ? result.targetId : result));
    expect(ids).toEqual(wanted);
    const rows = await tables.sql<{ id: string; name: string }[]>`select id::text, name from people`;
    expect(ids.map((id) => rows.find((row) => row.id === id)?.name)).toEqual(['a:', 'b:', 'a:c']);
  });

  it('tells no ids without a key, with one of several columns, and with one that may not be read, and appends all the same', async () => {
    await tables.sql`create table keyless (name text)`;
    await tables.sql`create table pairs (name text, n int default 1, primary key (name, n))`;
    await tables.sql`create table unread (id serial primary key, name text)`;
    await tables.sql`revoke select on unread from current_user`;
    await tables.sql`create table mine (id serial primary key, name text)`;
    await tables.sql`alter table mine enable row level security`;
    await tables.sql`alter table mine force row level security`;
    await tables.sql`create policy all_in on mine for insert with check (true)`;

    for (const object of ['keyless', 'pairs', 'unread', 'mine']) {
      const { results, error } = await tables.openTarget('create', [], object).write(toEffects([{ name: 'a' }]));

      expect([object, results, error]).toEqual([object, [{ outcome: 'created' }], undefined]);
    }
  });

  it.each(['id serial primary key', 'id bigint generated always as identity primary key'])(
    'changes and removes rows by the ids that it told: %s',
    async (key) => {
      await tables.sql.unsafe(`create table people (${key}, name text)`);
      await tables.sql`insert into people (name) values ('a'), ('b'), ('c')`;
      const options = { object: 'people', matchOn: [], byId: true, options: {} };
      const [update, erase] = [
        tables.session.openTarget({ ...options, operation: 'update' }),
        tables.session.openTarget({ ...options, operation: 'delete' }),
      ];

      const changed = await update.write(toEffects([{ name: 'z' }], 'update', '2'));
      const gone = await erase.write([
        ...toEffects([{}], 'delete', '1'),
        ...toEffects([{}], 'delete', '9'),
        ...toEffects([{}], 'delete'),
      ]);

      expect(changed.results).toEqual([{ outcome: 'updated' }]);
      expect(gone.results).toMatchObject([
        { outcome: 'deleted' },
        { outcome: 'deleted' },
        { outcome: 'rejected', code: 'validation', field: 'id' },
      ]);
      expect(await tables.sql`select id::int, name from people order by id`).toEqual([
        { id: 2, name: 'z' },
        { id: 3, name: 'c' },
      ]);
    },
  );

  it('removes nothing by an id where the key is not one column', async () => {
    await tables.sql`create table people (a int, b int, primary key (a, b))`;
    const target = tables.session.openTarget({
      object: 'people',
      operation: 'delete',
      matchOn: [],
      byId: true,
      options: {},
    });

    const { error } = await target.write(toEffects([{}], 'delete', '1'));

    expect([error?.kind, error?.message]).toEqual(['config', expect.stringContaining('no primary key of one column')]);
  });
});
