import type postgres from 'postgres';
import { compileMapping } from '../../transforms/compile-mapping.ts';
import { peopleColumns, peopleMapping } from '../harness/flow.ts';
import { toPerson } from '../harness/people.ts';

/** Makes the target table, with triggers that keep count of every write, in the transaction that does it. */
export async function prepareTarget(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create table people (${peopleColumns});
    create table write_log (id text not null, operation text not null);
    create function log_write() returns trigger language plpgsql security definer as $$
      begin
        insert into write_log values (coalesce(new.id, old.id), tg_op);
        return null;
      end $$;
    create trigger log_write after insert or update or delete on people for each row execute function log_write();
    alter table people owner to chaos;`);
}

/** Compares the target with what the source's records must have become, and counts writes beyond one a record. */
export async function checkTarget(sql: postgres.Sql, records: number): Promise<{ lost: number; doubled: number }> {
  const compiled = compileMapping(peopleMapping);
  if (!compiled.ok) throw new Error('The mapping does not compile.');
  const rows = await sql<Record<string, unknown>[]>`
    select id, login, first_name, last_name, department, title, status, started::text, salary, remote from people`;
  const found = new Map(rows.map((row) => [row['id'], JSON.stringify(row)]));
  let lost = Math.max(0, rows.length - records);
  for (let n = 0; n < records; n += 1) {
    const mapped = compiled.mapping.apply(toPerson(n), { now: 0 });
    if (!mapped.ok || found.get(mapped.value['id']) !== JSON.stringify(mapped.value)) lost += 1;
  }
  const [log] = await sql<{ doubled: number }[]>`
    select coalesce(sum(times - 1), 0)::int as doubled from (select count(*) as times from write_log group by id) as written`;
  return { lost, doubled: log?.doubled ?? 0 };
}
