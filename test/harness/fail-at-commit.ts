import type postgres from 'postgres';
import type { Database } from '../../drizzle/index.ts';

export type Fate = 'forgotten' | 'answer lost';

/** A database that forgets one of its commits, or whose answer to it gets lost. */
export function failAt(database: Database, commit: number, fate: Fate): { database: Database; commits: () => number } {
  let commits = 0;
  const onCommit = async (connection: postgres.ReservedSql, send: () => PromiseLike<unknown>): Promise<unknown> => {
    commits += 1;
    if (commits !== commit) return send();
    await (fate === 'forgotten' ? connection`rollback`.execute() : send());
    throw new Error('The worker was killed.');
  };
  const reserve = async (): Promise<postgres.ReservedSql> => {
    const connection = await database.sql.reserve();
    return new Proxy(connection, {
      apply: (target, self, args: Parameters<typeof connection>) => {
        const [strings] = args;
        const query: postgres.PendingQuery<postgres.Row[]> = Reflect.apply(target, self, args);
        if (!Array.isArray(strings) || strings[0] !== 'commit') return query;
        return { execute: () => onCommit(connection, () => query.execute()) };
      },
    });
  };
  const sql = new Proxy(database.sql, {
    get: (target, name, receiver) => (name === 'reserve' ? reserve : Reflect.get(target, name, receiver)),
  });
  return { database: { ...database, sql }, commits: () => commits };
}
