import { Client, Connection } from '@temporalio/client';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { openDatabase, type Pipeline, withTenantPipelined } from '../../drizzle/index.ts';
import { selectResumed } from '../../runs/items/waits/wait-statements.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { reconcile } from '../../worker/reconciler.ts';
import { captureStatements, countTouched, explain } from '../harness/database/plans.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work } = createWaitActs(hub);

const crowd = 300;

describe('test/integration/waiting-crowd', { timeout: 60_000 }, () => {
  it('asks Temporal nothing about thousands of runs that wait, and for a run that executes it does', async () => {
    hub.stub.always('GET /people', () => ({ json: [{ id: 'p0' }] }));
    const end = await connectStub(hub);
    const source = { ...end, object: '/people', key: ['id'] };
    const body = { name: 'Joiners', source, steps: [{ id: 'pause', wait: { for: '30d' } }] };
    const { data } = await hub.api.request('POST', '/v1/integrations', { body });
    const input = await hub.activities.begin(data.id);
    expect(await work(input)).toMatchObject({ status: 'parked' });
    const id = toLookup('run', input.runId);
    await hub.api.admin`
      insert into runs select (jsonb_populate_record(runs, jsonb_build_object('id', gen_random_uuid()))).*
      from runs cross join generate_series(1, 4999) where id = ${id}`;
    await hub.api.admin`update runs set updated_at = now() - interval '1 day'`;
    await hub.api.admin`delete from outbox`;
    // Nobody listens there: each question fails.
    const connection = Connection.lazy({ address: '127.0.0.1:1', connectTimeout: 500 });
    const relayDatabase = openDatabase(hub.api.testDatabase.relayUrl, { role: 'hub_relay', max: 2 });
    const log = pino({ level: 'silent' });
    const deps = { database: hub.api.database, relayDatabase, client: new Client({ connection }), log };

    try {
      const [counted] = await hub.api.admin`select count(*)::int as waiting from runs where status = 'waiting'`;
      expect(counted).toEqual({ waiting: 5000 });
      expect(await reconcile(deps)).toBe('idle');

      await hub.api.admin`update runs set status = 'running' where id = ${id}`;
      await expect(connection.withDeadline(Date.now() + 3000, () => reconcile(deps))).rejects.toThrow();
    } finally {
      await relayDatabase.close();
      await connection.close();
    }
  });

  it('looks at each item a few times when the waits of all end at once, where nobody has analyzed the tables', async () => {
    for (const table of ['items', 'waits', 'item_steps'])
      await hub.api.admin`alter table ${hub.api.admin(table)} set (autovacuum_enabled = false)`;
    hub.stub.always('GET /people', () => ({ json: Array.from({ length: crowd }, (_, n) => ({ id: `p${n}` })) }));
    const source = { ...(await connectStub(hub)), object: '/people', key: ['id'] };
    const body = { name: 'Joiners', source, steps: [{ id: 'pause', wait: { for: '30d' } }] };
    const { data } = await hub.api.request('POST', '/v1/integrations', { body });
    const input = await hub.activities.begin(data.id);
    expect(await work(input)).toMatchObject({ status: 'parked', waits: [{ items: crowd }] });
    const [orgId, runId] = [toLookup('organization', input.orgId), toLookup('run', input.runId)];
    const address = { orgId, runId, integrationId: toLookup('integration', data.id), stream: '/people', step: 'pause' };
    await hub.api.admin`update waits set status = 'expired', ended_at = now() where run_id = ${runId}`;

    const resumed: unknown[] = [];
    const [statement] = await captureStatements(hub.api.database, async () => {
      const select = (tx: Pipeline) => selectResumed(tx, address, { limit: 200, known: [] });
      resumed.push(...(await withTenantPipelined(hub.api.database, orgId, select)));
    });
    if (statement === undefined) throw new Error('Nothing was asked.');
    const touched = countTouched(await explain(hub.api.database, orgId, statement));

    expect(resumed).toHaveLength(200);
    expect(touched).toBeGreaterThan(200);
    expect(touched).toBeLessThan(10 * crowd);
  });
});
