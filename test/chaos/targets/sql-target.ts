import { z } from 'zod';
import { createTargetDatabase, type TargetDatabase } from '../../harness/flow.ts';
import { startBarePostgres } from '../../harness/bare-postgres.ts';
import type { Effect } from './journal.ts';

/** A table in a PostgreSQL of its own, which nobody kills. */
export interface SqlTarget extends Pick<TargetDatabase, 'config' | 'credentials'> {
  port: number;
  /** Writes since the last call. */
  next(): Promise<Effect[]>;
  stop(): Promise<void>;
}

const row = z.object({
  seq: z.number(),
  at: z.number(),
  ref: z.string(),
  outcome: z.enum(['created', 'changed', 'same']),
  body: z.record(z.string(), z.json()),
});

/**
 * Every row that is sent is noted, also one that changes nothing: a trigger before the insert sees it, whatever becomes
 * of it. It takes a while for each, so that kills fall into statements.
 *
 * @see https://www.postgresql.org/docs/current/sql-insert.html#SQL-ON-CONFLICT
 */
const schema = `
  create table people (ref text primary key, rev integer, label text, team text);
  create table writes (
    seq integer generated always as identity primary key,
    at double precision not null, ref text not null, outcome text not null, body jsonb not null
  );
  create function note_write() returns trigger language plpgsql security definer as $$
    declare known people;
    begin
      perform pg_sleep(0.002);
      select * into known from people where ref = new.ref;
      insert into writes (at, ref, outcome, body) values (
        extract(epoch from clock_timestamp()) * 1000, new.ref,
        case when known.ref is null then 'created' when known is distinct from new then 'changed' else 'same' end,
        to_jsonb(new));
      return new;
    end $$;
  create trigger note_write before insert on people for each row execute function note_write();
  alter table people owner to chaos;`;

const numbersOutOfOrderMax = 1000;

export async function startSqlTarget(): Promise<SqlTarget> {
  const server = await startBarePostgres();
  try {
    const admin = new URL(server.url('postgres'));
    admin.search = '';
    const database = await createTargetDatabase(admin.href, 'chaos');
    await database.sql.unsafe(schema);
    const seen = new Set<number>();
    let highest = 0;
    return {
      ...database,
      port: database.config.port,
      next: async () => {
        // Statements at the same time end in any order: numbers behind the highest may still appear.
        const from = highest - numbersOutOfOrderMax;
        const found = z.array(row).parse(await database.sql`select * from writes where seq > ${from} order by seq`);
        const fresh = found.filter(({ seq }) => !seen.has(seq));
        for (const { seq } of fresh) seen.add(seq);
        highest = found.at(-1)?.seq ?? highest;
        return fresh.map(({ at, ref, outcome, body }) => ({ at, flow: 'sql', ref, outcome, body }));
      },
      stop: async () => {
        await database.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
