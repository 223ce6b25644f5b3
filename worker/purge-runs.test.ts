import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newUuid } from '../core/ids.ts';
import { type Database, openDatabase } from '../drizzle/index.ts';
import { createTestDatabase, type TestDatabase } from '../test/harness/database.ts';
import { purgeRuns } from './purge-runs.ts';

let database: TestDatabase;
let admin: postgres.Sql;
let relay: Database;
const organizations = [newUuid(), newUuid()];
const integrationOf = new Map<string, string>();

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
  relay = openDatabase(database.relayUrl, { role: 'hub_relay', max: 2 });
  for (const org of organizations) {
    const integration = newUuid();
    integrationOf.set(org, integration);
    await admin`insert into organizations (id, name) values (${org}, 'test')`;
    await admin`
      insert into integrations (org_id, id, name, status, revision) values (${org}, ${integration}, 'i', 'draft', 1)`;
  }
});

beforeEach(async () => {
  await admin`delete from dead_letters`;
  await admin`delete from runs`;
});

afterAll(async () => {
  await Promise.all([admin.end(), relay.close()]);
  await database.drop();
});

/** A run that ended so long ago. */
async function addRun(
  org: string,
  { age, letters = 0, retryOf = null }: { age: string | null; letters?: number; retryOf?: string | null },
): Promise<string> {
  const [run, integration] = [newUuid(), integrationOf.get(org) ?? ''];
  await admin`
    insert into runs
      (org_id, id, integration_id, workflow_id, revision, trigger, status, options, retry_of, queued_at, finished_at)
    values (${org}, ${run}, ${integration}, ${newUuid()}, 1, 'manual', ${age === null ? 'queued' : 'succeeded'}, '{}',
      ${retryOf}, now() - interval '2 years', now() - ${age}::interval)`;
  await admin`
    insert into run_logs (org_id, id, run_id, level, code, message)
    values (${org}, ${newUuid()}, ${run}, 'info', 'waited', 'm')`;
  await admin`
    insert into dead_letters (org_id, id, integration_id, run_id, stream, code, message, masked, sealed)
    select ${org}, gen_random_uuid(), ${integration}, ${run}, 's', 'c', 'm', '{}', '' from generate_series(1, ${letters}::int)`;
  return run;
}

async function readLeft(): Promise<string[]> {
  return (await admin<{ id: string }[]>`select id from runs order by id`).map(({ id }) => id);
}

describe('worker/purge-runs', () => {
  it('throws ended runs away with their failed records and logs, of every tenant, and no younger ones', async () => {
    const young: string[] = [];
    for (const org of organizations) {
      await addRun(org, { age: '31 days', letters: 2 });
      young.push(await addRun(org, { age: '29 days', letters: 2 }), await addRun(org, { age: null }));
    }

    await purgeRuns(relay.sql, { days: 30, limit: 1000 });

    expect(await readLeft()).toEqual([...young].toSorted());
    const kept = await admin<{ run: string }[]>`
      select run_id as run from dead_letters union select run_id from run_logs order by run`;
    expect(kept.map(({ run }) => run)).toEqual([...young].toSorted());
  });

  it('takes no more of anything than it may at once, and a run last', async () => {
    const [org = ''] = organizations;
    const run = await addRun(org, { age: '31 days', letters: 5 });

    const taken: number[] = [];
    for (const _ of [1, 2, 3]) taken.push(await purgeRuns(relay.sql, { days: 30, limit: 2 }));
    expect(taken).toEqual([2, 2, 1]);
    expect(await readLeft()).not.toContain(run);
  });

  it('keeps a run while its failed records are tried again', async () => {
    const [org = ''] = organizations;
    const run = await addRun(org, { age: '31 days', letters: 1 });
    const retry = await addRun(org, { age: null, retryOf: run });

    expect(await purgeRuns(relay.sql, { days: 30, limit: 1000 })).toBe(0);
    await admin`update runs set status = 'succeeded', finished_at = now() where id = ${retry}`;
    await purgeRuns(relay.sql, { days: 30, limit: 1000 });
    expect(await readLeft()).toEqual([retry]);
  });

  it('is allowed nothing that ended within a day', async () => {
    for (const org of organizations) await addRun(org, { age: '23 hours', letters: 1 });

    expect(await purgeRuns(relay.sql, { days: 0, limit: 1000 })).toBe(0);
    expect(await readLeft()).toHaveLength(organizations.length);
  });
});
