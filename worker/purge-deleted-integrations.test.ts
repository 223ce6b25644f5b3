import { beforeEach, describe, expect, it } from 'vitest';
import { newUuid } from '../core/ids.ts';
import { useTenants } from '../test/harness/database/tenants.ts';
import { purgeDeletedIntegrations } from './purge-deleted-integrations.ts';

const hub = useTenants();
const { organizations } = hub;
const known = ['items', 'record_groups', 'seen_pages', 'page_marks', 'fingerprints', 'streams'];

beforeEach(async () => {
  for (const table of ['ledger', ...known, 'runs', 'integrations']) await hub.admin`delete from ${hub.admin(table)}`;
});

/** An integration that was deleted so long ago, or not at all, and knows of three records. */
async function addIntegration(org: string, deleted: string | null): Promise<string> {
  const id = newUuid();
  await hub.admin`
    insert into integrations (org_id, id, name, status, revision, deleted_at)
    values (${org}, ${id}, 'i', 'draft', 1, now() - ${deleted}::interval)`;
  await hub.admin`
    with stream as (
      insert into streams (org_id, integration_id, stream) values (${org}, ${id}, 's') returning id
    ), named as (
      insert into fingerprints (org_id, integration_id, fingerprint) values (${org}, ${id}, 'f') returning id
    )
    insert into ledger (org_id, stream_id, source_key, fingerprint_id, effect_seq)
    select ${org}, stream.id, n, named.id, 1 from stream, named, generate_series(1, 3) n`;
  await hub.admin`
    insert into record_groups (org_id, integration_id, stream, group_key, sealed) values (${org}, ${id}, 's', 'g', '')`;
  await hub.admin`
    insert into items (org_id, id, integration_id, run_id, key, seq, change, status)
    values (${org}, ${newUuid()}, ${id}, ${newUuid()}, 'k', 1, 'created', 'ready')`;
  await hub.admin`
    insert into seen_pages (org_id, integration_id, stream, page_seq, source_keys) values (${org}, ${id}, 's', 1, '{}')`;
  await hub.admin`
    insert into page_marks (org_id, integration_id, stream, run_id, fingerprint, operation, source_keys, target_ids, hashes,
      effect_seqs, marked_at)
    values (${org}, ${id}, 's', ${newUuid()}, 'f', 'upsert', '{}', '{}', '{}', '{}', now())`;
  return id;
}

/** Integrations of which the ledger has rows. */
async function readKnowing(): Promise<string[]> {
  const rows = await hub.admin<{ id: string }[]>`
    select distinct integration_id as id from ledger join streams on streams.id = stream_id order by id`;
  return rows.map(({ id }) => id);
}

async function countRows(): Promise<number> {
  const [row] = await hub.admin<{ count: number }[]>`select count(*)::int as count from ledger`;
  return row?.count ?? 0;
}

/** Integrations that a table has rows of. */
async function readOwners(table: string): Promise<string[]> {
  const rows = await hub.admin<
    { id: string }[]
  >`select distinct integration_id as id from ${hub.admin(table)} order by id`;
  return rows.map(({ id }) => id);
}

describe('worker/purge-deleted-integrations', () => {
  it('throws away what integrations knew that were deleted an hour ago, of every tenant, and nothing else', async () => {
    const others: string[] = [];
    const gone: string[] = [];
    for (const org of organizations) {
      gone.push(await addIntegration(org, '61 minutes'));
      others.push(await addIntegration(org, '59 minutes'), await addIntegration(org, null));
    }

    expect(await purgeDeletedIntegrations(hub.relay.sql, 1000)).toBeGreaterThan(0);

    expect(await readKnowing()).toEqual([...others].toSorted());
    expect(await countRows()).toBe(others.length * 3);
    for (const table of known) expect(await readOwners(table), table).toEqual([...others].toSorted());
    const emptied = await hub.admin<
      { id: string }[]
    >`select id from integrations where emptied_at is not null order by id`;
    expect(emptied.map(({ id }) => id)).toEqual([...gone].toSorted());
    expect(await purgeDeletedIntegrations(hub.relay.sql, 1000)).toBe(0);
  });

  it('takes no more than it may at once, and comes to an end', async () => {
    const [org] = organizations;
    const id = await addIntegration(org, '2 hours');

    expect(await purgeDeletedIntegrations(hub.relay.sql, 2)).toBe(2);
    expect(await readKnowing()).toEqual([id]);
    expect(await readOwners('streams')).toEqual([id]);
    expect(await purgeDeletedIntegrations(hub.relay.sql, 2)).toBe(1);
    expect(await countRows()).toBe(0);
    expect(await readOwners('streams')).toEqual([]);
  });

  it('waits for the end of its runs', async () => {
    const [org] = organizations;
    const id = await addIntegration(org, '2 hours');
    const run = newUuid();
    await hub.admin`
      insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at)
      values (${org}, ${run}, ${id}, ${newUuid()}, 1, 'manual', 'canceling', '{}', now())`;

    expect(await purgeDeletedIntegrations(hub.relay.sql, 1000)).toBe(0);
    await hub.admin`update runs set status = 'canceled', finished_at = now() where id = ${run}`;
    expect(await purgeDeletedIntegrations(hub.relay.sql, 1000)).toBe(3);
  });
});
