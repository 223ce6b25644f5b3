import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newUuid } from '../core/ids.ts';
import { useTenants } from '../test/harness/database/tenants.ts';
import { purgeItems } from './purge-items.ts';

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
  await hub.admin`delete from items`;
});

/** An item that ended so long ago, or is on its way. */
async function addItem(org: string, key: string, seq: number, status: string, age: string | null): Promise<string> {
  const [id, integration] = [newUuid(), integrationOf.get(org) ?? ''];
  await hub.admin`
    insert into items (org_id, id, integration_id, run_id, key, seq, change, status, ended_at)
    values (${org}, ${id}, ${integration}, ${newUuid()}, ${key}, ${seq}, 'created', ${status}, now() - ${age}::interval)`;
  await hub.admin`
    insert into item_steps (org_id, item_id, step, outcome, position) values (${org}, ${id}, '', 'passed', -1)`;
  return id;
}

async function readLeft(): Promise<string[]> {
  return (await hub.admin<{ id: string }[]>`select id from items order by id`).map(({ id }) => id);
}

describe('worker/purge-items', () => {
  it('throws ended items away with what their steps gave, of every tenant, and none that the next one is compared with', async () => {
    const kept: string[] = [];
    for (const org of organizations) {
      await addItem(org, 'a', 1, 'succeeded', '32 days');
      kept.push(await addItem(org, 'a', 2, 'succeeded', '31 days'));
      await addItem(org, 'a', 3, 'failed', '31 days');
      kept.push(await addItem(org, 'a', 4, 'failed', '29 days'), await addItem(org, 'a', 5, 'ready', null));
    }

    expect(await purgeItems(hub.relay.sql, { days: 30, limit: 1000 })).toBe(2 * organizations.length);

    expect(await readLeft()).toEqual(kept.toSorted());
    const [counted] = await hub.admin<{ steps: number }[]>`select count(*)::int as steps from item_steps`;
    expect(counted?.steps).toBe(kept.length);
    expect(await purgeItems(hub.relay.sql, { days: 30, limit: 1000 })).toBe(0);
  });

  it('throws what the steps of children gave away with their parents', async () => {
    const [org] = organizations;
    const parent = await addItem(org, 'a', 1, 'failed', '31 days');
    const child = await addItem(org, 'a', -1, 'failed', '29 days');
    await hub.admin`update items set parent_id = ${parent}, parent_step = 'each', child = '1' where id = ${child}`;
    const kept = await addItem(org, 'a', 2, 'succeeded', '31 days');

    expect(await purgeItems(hub.relay.sql, { days: 30, limit: 1000 })).toBe(1);

    const left = await hub.admin<{ id: string }[]>`select item_id as id from item_steps`;
    expect(left.map(({ id }) => id)).toEqual([kept]);
  });

  it('takes no more than it may at once', async () => {
    const [org] = organizations;
    for (let seq = 1; seq <= 5; seq += 1) await addItem(org, 'a', seq, 'failed', `${40 - seq} days`);

    expect(await purgeItems(hub.relay.sql, { days: 30, limit: 3 })).toBe(3);
    expect(await readLeft()).toHaveLength(2);
  });
});
