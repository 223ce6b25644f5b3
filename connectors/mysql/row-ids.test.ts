import { describe, expect, it } from 'vitest';
import type { RecordTarget, WriteOperation } from '../../core/records.ts';
import { useMariadb } from '../../test/harness/database/mariadb-people.ts';
import { toEffects } from '../../test/harness/http-session.ts';

const maria = useMariadb();

async function rows(): Promise<unknown> {
  const [found] = await maria.server.admin.query('select * from people order by id');
  return found;
}

describe.skipIf(maria.isAbsent)('connectors/mysql/row-ids', () => {
  it.each([
    ['counted', 'id bigint unsigned auto_increment primary key', [{}, {}], ['9007199254740993', '9007199254740994']],
    ['given', 'id varchar(9) primary key', [{ id: 'a' }, { id: 'b' }], ['a', 'b']],
    ['of several columns', 'id int default 1, n bigint auto_increment unique, primary key (id, n)', [{}], [undefined]],
    ['none', 'id int', [{ id: 1 }], [undefined]],
  ])('tells the ids of what it appends, where the key is one column: %s', async (_, columns, bodies, ids) => {
    await maria.server.admin.query(`create table people (${columns}, name text)`);
    await maria.server.admin.query('alter table people auto_increment = 9007199254740993').catch(() => undefined);

    const { results, error } = await maria
      .openTarget('create', [])
      .write(toEffects(bodies.map((body) => ({ ...body, name: 'a' }))));

    expect(error).toBeUndefined();
    expect(results).toEqual(ids.map((targetId) => ({ outcome: 'created', targetId })));
  });

  it('changes and removes rows by the ids that it told', async () => {
    await maria.server.admin.query('create table people (id int auto_increment primary key, name text)');
    await maria.server.admin.query("insert into people (name) values ('a'), ('b'), ('c')");
    const openById = (operation: WriteOperation): RecordTarget =>
      maria.session.openTarget({ object: 'people', operation, matchOn: [], byId: true, options: {} });

    const changed = await openById('update').write(toEffects([{ name: 'z' }], 'update', '2'));
    const gone = await openById('delete').write([
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
    expect(await rows()).toEqual([
      { id: 2, name: 'z' },
      { id: 3, name: 'c' },
    ]);
  });
});
