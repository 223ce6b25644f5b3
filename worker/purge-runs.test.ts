import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newUuid } from '../core/ids.ts';
import { useTenants } from '../test/harness/database/tenants.ts';
import { purgeRuns } from './purge-runs.ts';

const hub = useTenants();
const { organizations } = hub;
const integrationOf = new Map<string, string>();

beforeAll(async () => {
  for (const org of organizations) {
    const integration = newUuid();
    integrationOf.set(org, integration);
    await hub.admin`
      insert into integrations (org_id, id, name, status, revision) values (${org}, ${integration}, 'i', 'draft', 1)`;
  }
});

beforeEach(async () => {
  await hub.admin`delete from dead_letters`;
  await hub.admin`delete from runs`;
});

/** A run that ended so long ago. */
async function addRun(
  org: string,
  { age, deadLetters = 0, retryOf = null }: { age: string | null; deadLetters?: number; retryOf?: string | null },
): Promise<string> {
  const [run, integration] = [newUuid(), integrationOf.get(org) ?? ''];
  await hub.admin`
    insert into runs
      (org_id, id, integration_id, workflow_id, revision, trigger, status, options, retry_of, queued_at, finished_at)
    values (${org}, ${run}, ${integration}, ${newUuid()}, 1, 'manual', ${age === null ? 'queued' : 'succeeded'}, '{}',
      ${retryOf}, now() - interval '2 years', now() - ${age}::interval)`;
  await hub.admin`
    insert into run_logs (org_id, id, run_id, level, code, message)
    values (${org}, ${newUuid()}, ${run}, 'info', 'waited', 'm')`;
  await hub.admin`
    insert into dead_letters (org_id, id, integration_id, run_id, stream, code, message, masked, sealed)
    select ${org}, gen_random_uuid(), ${integration}, ${run}, 's', 'c', 'm', '{}', '' from generate_series(1, ${deadLetters}::int)`;
  return run;
}

async function readLeft(): Promise<string[]> {
  return (await hub.admin<{ id: string }[]>`select id from runs order by id`).map(({ id }) => id);
}

describe('worker/purge-runs', () => {
  it('throws ended runs away with their failed records and logs, of every tenant, and no younger ones', async () => {
    const young: string[] = [];
    for (const org of organizations) {
      await addRun(org, { age: '31 days', deadLetters: 2 });
      young.push(await addRun(org, { age: '29 days', deadLetters: 2 }), await addRun(org, { age: null }));
    }

    await purgeRuns(hub.relay.sql, { days: 30, limit: 1000 });

    expect(await readLeft()).toEqual([...young].toSorted());
    const kept = await hub.admin<{ run: string }[]>`
      select run_id as run from dead_letters union select run_id from run_logs order by run`;
    expect(kept.map(({ run }) => run)).toEqual([...young].toSorted());
  });

  it('takes no more of anything than it may at once, and a run last', async () => {
    const [org] = organizations;
    const run = await addRun(org, { age: '31 days', deadLetters: 5 });

    const taken: number[] = [];
    for (const _ of [1, 2, 3]) taken.push(await purgeRuns(hub.relay.sql, { days: 30, limit: 2 }));
    expect(taken).toEqual([2, 2, 1]);
    expect(await readLeft()).not.toContain(run);
  });

  it('keeps a run while its failed records are tried again', async () => {
    const [org] = organizations;
    const run = await addRun(org, { age: '31 days', deadLetters: 1 });
    const retry = await addRun(org, { age: null, retryOf: run });

    expect(await purgeRuns(hub.relay.sql, { days: 30, limit: 1000 })).toBe(0);
    await hub.admin`update runs set status = 'succeeded', finished_at = now() where id = ${retry}`;
    await purgeRuns(hub.relay.sql, { days: 30, limit: 1000 });
    expect(await readLeft()).toEqual([retry]);
  });

  it('is allowed nothing that ended within a day', async () => {
    for (const org of organizations) await addRun(org, { age: '23 hours', deadLetters: 1 });

    expect(await purgeRuns(hub.relay.sql, { days: 0, limit: 1000 })).toBe(0);
    expect(await readLeft()).toHaveLength(organizations.length);
  });
});
