import { Client, Connection } from '@temporalio/client';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../drizzle/index.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { reconcile } from '../../worker/reconciler.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work } = createWaitActs(hub);

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
});
