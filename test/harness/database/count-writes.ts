import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { TestApi } from '../../api/harness.ts';

/** What the tables of a hub have cost since counting began. */
interface Writes {
  /** Rows that were inserted, and new versions of rows, by table: `items insert`, `items update`. */
  versions: Readonly<Record<string, number>>;
  /** Bytes of WAL of this database, without images of whole pages: these come with checkpoints. */
  wal: number;
}

/**
 * Counts what is written to the tables of a test's database until the end of the test, whatever others do on the same server.
 *
 * PostgreSQL's own statistics come late, and those of the WAL are of the whole server.
 *
 * @see https://www.postgresql.org/docs/current/pgwalinspect.html
 */
export async function countWrites({ admin }: Pick<TestApi, 'admin'>): Promise<() => Promise<Writes>> {
  await admin.unsafe(`
    create extension if not exists pg_walinspect;
    drop function if exists count_write cascade;
    drop table if exists counted_writes;
    create unlogged table counted_writes (what text not null);
    create function count_write() returns trigger language plpgsql security definer as $$
    begin
      insert into public.counted_writes values (tg_table_name || ' ' || lower(tg_op));
      return null;
    end $$;
    do $$
    declare counted record;
    begin
      for counted in
        select oid::regclass as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'counted_writes'
      loop
        execute format('create trigger count_write after insert or update on %s for each row execute function count_write()', counted.name);
      end loop;
    end $$`);
  const { at, keepNoMore } = await keepWal(admin);
  onTestFinished(keepNoMore);
  return async () => {
    const [counted] = await admin<Writes[]>`
      select
        (select coalesce(jsonb_object_agg(what, versions), '{}') from (
          select what, count(*) as versions from counted_writes group by what
        ) as counted) as versions,
        (select coalesce(sum(bytes), 0)::float8 from (
          select max(record_length) - sum(block_fpi_length) as bytes
          from pg_get_wal_block_info(${at}::text::pg_lsn, pg_current_wal_flush_lsn())
          where reldatabase = (select oid from pg_database where datname = current_database())
          group by start_lsn
        ) as records) as wal`;
    if (counted === undefined) throw new Error('The database answered nothing.');
    return counted;
  };
}

/** Other tests end with checkpoints, which remove what of the WAL is not needed any more. */
async function keepWal(admin: TestApi['admin']): Promise<{ at: string; keepNoMore: () => Promise<void> }> {
  await admin`alter system set wal_keep_size = '512MB'`;
  await admin`select pg_reload_conf()`;
  for (;;) {
    const [kept] = await admin<{ size: string; at: string }[]>`
      select current_setting('wal_keep_size') as size, pg_current_wal_insert_lsn()::text as at`;
    if (kept?.size === '512MB') return { at: kept.at, keepNoMore };
    await delay(10);
  }
  async function keepNoMore(): Promise<void> {
    await admin`alter system reset wal_keep_size`;
    await admin`select pg_reload_conf()`;
  }
}
