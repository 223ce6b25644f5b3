import { type Loop, startLoop } from '../core/loop.ts';
import type { Database } from '../drizzle/index.ts';

const everyMs = 5_000;
/** Changed rows that are too few to matter. */
const changedMin = 200;
const tablesMax = 8;

/**
 * Analyzes tables that have doubled since PostgreSQL last looked at them.
 *
 * A statement that was planned while its table was empty keeps that plan until the table is analyzed. PostgreSQL does so
 * by itself, once a minute: long enough for the first run of a new hub to read a table once for each of its rows.
 */
export function startAnalyzer(deps: { relayDatabase: Database; onError: (error: unknown) => void }): Loop {
  return startLoop(() => analyzeGrown(deps.relayDatabase), { everyMs, onError: deps.onError });
}

/**
 * Safe beside another one, and beside PostgreSQL's own: a table that is being analyzed is left alone.
 *
 * @param database As `hub_relay`, which may maintain the tables that runs fill (migration `maintained_tables`).
 */
export async function analyzeGrown({ sql }: Database): Promise<'more' | 'idle'> {
  const grown = await sql<{ name: string }[]>`
    select c.relname as name
    from pg_stat_user_tables as s join pg_class as c on c.oid = s.relid
    where s.n_mod_since_analyze > greatest(c.reltuples, 0) + ${changedMin}
      and has_table_privilege(s.relid, 'maintain')
    order by s.n_mod_since_analyze desc limit ${tablesMax}`;
  for (const { name } of grown) await sql`analyze (skip_locked) ${sql(name)}`;
  return grown.length < tablesMax ? 'idle' : 'more';
}
