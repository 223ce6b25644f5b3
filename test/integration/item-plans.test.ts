import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { openDatabase, type Pipeline, withTenantPipelined } from '../../drizzle/index.ts';
import { cancelClosings } from '../../runs/items/closing-statements.ts';
import { withdrawWaits } from '../../runs/items/interrupt-statements.ts';
import { selectDue, settledMeanwhile, settleWaits } from '../../runs/items/waits/wait-statements.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

/** Items that wait, each behind one that has ended. */
const parked = 5000;
const found = 10;
const ids = { orgId: newUuid(), integrationId: newUuid(), runId: newUuid(), stream: 'people', step: 'sync' };

let database: TestDatabase;
let admin: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
  const { orgId, integrationId, runId } = ids;
  // As every table is for its first minutes.
  for (const table of ['items', 'waits']) await admin`alter table ${admin(table)} set (autovacuum_enabled = false)`;
  await admin`insert into organizations (id, name) values (${orgId}, 'test')`;
  await admin`insert into integrations (org_id, id, name, revision) values (${orgId}, ${integrationId}, 'test', 1)`;
  await admin`
    insert into items (org_id, id, integration_id, run_id, key, seq, change, status, ended_at)
    select ${orgId}, uuidv7(), ${integrationId}, uuidv7(), 'k' || n, 1, 'created', 'succeeded', now()
    from generate_series(1, ${parked}) as n`;
  await admin`
    with made as (
      insert into items (org_id, id, integration_id, run_id, key, seq, change, status, step)
      select ${orgId}, uuidv7(), ${integrationId}, ${runId}, 'k' || n, 2, 'updated', 'parked', 'day'
      from generate_series(1, ${parked}) as n
      returning org_id, id, integration_id, run_id
    )
    insert into waits (org_id, id, integration_id, run_id, item_id, step, kind, parked_at, due_at)
    select org_id, uuidv7(), integration_id, run_id, id, 'day', 'time', now(),
      now() + case when row_number() over () <= ${found} then interval '-1 s' else interval '1 day' end
    from made`;
  // What all this has read must not be counted later.
  await admin`select pg_stat_force_next_flush()`;
});

afterAll(async () => {
  await admin.end();
  await database.drop();
});

/** How many rows of items and waits, and entries of their indexes, a statement reads in a session of its own. */
async function readsOf(statement: (tx: Pipeline) => PromiseLike<unknown>): Promise<number> {
  const count = async (): Promise<number> => {
    const [row] = await admin<{ reads: number }[]>`
      select ((select sum(idx_tup_read) from pg_stat_user_indexes where relname in ('items', 'waits'))
        + (select sum(seq_tup_read) from pg_stat_user_tables where relname in ('items', 'waits')))::float8 as reads`;
    return row?.reads ?? 0;
  };
  const before = await count();
  const app = openDatabase(database.appUrl, { role: 'hub_app', max: 1 });
  try {
    // What a session has counted is known once it says so.
    await withTenantPipelined(app, ids.orgId, async (tx) => {
      const [read] = await Promise.all([statement(tx), tx.sql`select pg_stat_force_next_flush()`.execute()]);
      return read;
    });
    await app.sql`select 1`;
    return (await count()) - before;
  } finally {
    await app.close();
  }
}

describe('test/integration/item-plans', { timeout: 120_000 }, () => {
  it('is about tables that nobody has analyzed', async () => {
    const tables = await admin`select reltuples from pg_class where relname in ('items', 'waits')`;

    expect(tables.map(({ reltuples }) => reltuples)).toEqual([-1, -1]);
  });

  it.each<[string, (tx: Pipeline) => PromiseLike<unknown>]>([
    ['withdraws what items wait for that are to end', (tx) => withdrawWaits(tx, ids)],
    ['looks whose time is up', (tx) => selectDue(tx, ids, { limit: 200, known: [] })],
  ])('reads no items that it is not about, when it %s', async (_, statement) => {
    expect(await readsOf(statement)).toBeLessThan(found * 20);
  });

  it('reads none of the items that have ended, when it cancels what runs left of their last steps', async () => {
    expect(await readsOf((tx) => cancelClosings(tx, ids))).toBeLessThan(parked + found * 20);
  });

  it('ends and settles the waits of items that go on, or none of them where one was settled meanwhile', async () => {
    const rows = await admin<{ id: string }[]>`select id from waits order by id limit 3`;
    const [first = '', ...others] = rows.map(({ id }) => id);
    const settle = async (...waits: string[]): Promise<void> => {
      const app = openDatabase(database.appUrl, { role: 'hub_app', max: 1 });
      try {
        await withTenantPipelined(app, ids.orgId, (tx) => settleWaits(tx, ids, waits));
      } finally {
        await app.close();
      }
    };
    const read = (): Promise<object[]> =>
      admin`select status, settled from waits where id = any(${[first, ...others]}::uuid[]) order by id`;

    await settle(first);
    await expect(settle(first, ...others)).rejects.toMatchObject({ code: settledMeanwhile });

    const [ended, open] = [
      { status: 'expired', settled: true },
      { status: 'open', settled: false },
    ];
    expect(await read()).toEqual([ended, open, open]);
  });
});
