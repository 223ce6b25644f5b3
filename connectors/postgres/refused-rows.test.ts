import { describe, expect, it } from 'vitest';
import { toEffects } from '../../test/harness/http-session.ts';
import { useForeignTables, write } from '../../test/harness/database/foreign-tables.ts';

const tables = useForeignTables();

describe('connectors/postgres/refused-rows', () => {
  it.each([
    ['a table that is dropped', 'drop table people', 'object'],
    ['a column that is dropped', 'alter table people drop column name', 'field'],
    ['a right that is revoked', 'revoke insert on people from current_user', undefined],
    ['a view that takes no rows', 'drop table people; create view people as select 1 as id, max(1) as name', undefined],
  ])('gives up, once the table is known, at %s', async (_, change, missing) => {
    await tables.sql`create table people (id int primary key, name text)`;
    const target = tables.openTarget('create');
    await write(target, { id: 1, name: 'a' });
    await tables.sql.unsafe(change);

    const { results, error } = await target.write(toEffects([{ id: 2, name: 'b' }]));

    expect(results).toEqual([{ outcome: 'not_sent' }]);
    expect([error?.retryable, error?.missing?.of]).toEqual([false, missing]);
    expect(error?.kind).toBe(change.startsWith('revoke') ? 'permission' : 'config');
  });

  it('takes what a trigger or a view refuses for a fault of the record', async () => {
    await tables.sql`create table all_people (id int primary key, name text)`;
    await tables.sql`create view people as select * from all_people where id > 0 with check option`;
    await tables.sql.unsafe(`
      create function check_it() returns trigger language plpgsql as $$ begin
        if new.name = 'bad' then raise exception 'no such name'; end if; return new; end $$;
      create trigger check_it before insert on all_people for each row execute function check_it()`);
    const bodies = [
      { id: 1, name: 'bad' },
      { id: -1, name: 'a' },
      { id: 2, name: 'b' },
    ];

    const { results, error } = await tables.openTarget('create', []).write(toEffects(bodies));

    expect(error).toBeUndefined();
    expect(results.map((result) => ('code' in result ? [result.code, result.message] : result))).toEqual([
      ['validation', 'no such name'],
      ['validation', expect.stringContaining('check option')],
      { outcome: 'created' },
    ]);
  });
});
