import { beforeEach, describe, expect, it } from 'vitest';
import { newUuid } from '../core/ids.ts';
import { useTenants } from '../test/harness/database/tenants.ts';
import { analyzeGrown } from './analyze-grown.ts';

const hub = useTenants();

async function addItems(count: number): Promise<void> {
  const [org] = hub.organizations;
  const [integration, run] = [newUuid(), newUuid()];
  await hub.admin`
    insert into integrations (org_id, id, name, status, revision) values (${org ?? ''}, ${integration}, 'i', 'draft', 1)`;
  await hub.admin`
    insert into items (org_id, id, integration_id, run_id, key, seq, change, status)
    select ${org ?? ''}, uuidv7(), ${integration}, ${run}, place::text, 1, 'created', 'ready'
    from generate_series(1, ${count}::int) as place`;
  await hub.admin`select pg_stat_force_next_flush()`;
  await hub.admin`select 1`;
}

async function countKnown(table: string): Promise<number> {
  const [row] = await hub.admin<{ known: number }[]>`
    select reltuples::float8 as known from pg_class where relname = ${table}`;
  return row?.known ?? Number.NaN;
}

beforeEach(async () => {
  await hub.admin`alter table items set (autovacuum_enabled = false)`;
});

describe('worker/analyze-grown', () => {
  it('lets PostgreSQL know how large a table has become, each time that it doubles', async () => {
    await addItems(1000);
    await analyzeGrown(hub.relay);
    const atFirst = await countKnown('items');

    await addItems(300);
    await analyzeGrown(hub.relay);
    const afterLittle = await countKnown('items');

    await addItems(1500);
    await analyzeGrown(hub.relay);

    expect([atFirst, afterLittle, await countKnown('items')]).toEqual([1000, 1000, 2800]);
  });

  it('asks for no table that it may not maintain', async () => {
    await addItems(1);

    await expect(hub.relay.sql`analyze api_keys`).resolves.toBeDefined();
    expect(await countKnown('api_keys')).toBe(-1);
    expect(await analyzeGrown(hub.relay)).toBe('idle');
  });
});
