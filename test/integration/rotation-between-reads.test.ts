import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toUuid } from '../../core/ids.ts';
import { readRound, takeQueue } from '../../deliveries/queue-statements.ts';
import { openDatabase } from '../../drizzle/index.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';

let api: TestApi;

beforeEach(async () => {
  api = await startTestApi({ allow: ['127.0.0.0/8'] });
});

afterEach(() => api.close());

describe('test/integration/rotation-between-reads', () => {
  it('signs an event that it found after a rotation with the new secret', async () => {
    const { data: endpoint } = await api.request('POST', '/v1/webhook-endpoints', {
      body: { name: 'Receiver', url: 'http://127.0.0.1:9/', events: ['connection.*'] },
    });
    await api.request('POST', '/v1/connections', {
      body: { name: 'First', service_type: 'http', credentials: {}, config: { base_url: 'https://example.com' } },
    });
    const database = openDatabase(api.testDatabase.appUrl, { role: 'hub_app', max: 2 });
    const admin = postgres(api.testDatabase.adminUrl, { max: 2, onnotice: () => undefined });
    try {
      const { orgId, endpointId } = await findEndpoint(admin, endpoint.id);
      const lease = await takeQueue(database, { orgId, endpointId }, 60_000);
      if (lease === undefined) throw new Error('The queue is not free.');

      const round = await admin.begin(async (tx) => {
        await tx`lock table webhook_deliveries in access exclusive mode`;
        const reading = readRound(database, lease, { leaseMs: 60_000, roundMax: 10 });
        await expect.poll(() => countWaiting(admin)).toBe(1);
        await tx`update webhook_endpoints set secret_version = secret_version + 1 where id = ${endpointId}`;
        return { reading };
      });

      await expect(round.reading).resolves.toMatchObject({ due: [{}], recipient: { secret_version: 2 } });
    } finally {
      await Promise.all([database.close(), admin.end()]);
    }
  });
});

async function findEndpoint(admin: postgres.Sql, id: string): Promise<{ orgId: string; endpointId: string }> {
  const [row] = await admin<{ org_id: string; id: string }[]>`
    select org_id, id from webhook_endpoints where id = ${toUuid('webhookEndpoint', id) ?? null}`;
  if (row === undefined) throw new Error(`There is no endpoint ${id}.`);
  return { orgId: row.org_id, endpointId: row.id };
}

async function countWaiting(admin: postgres.Sql): Promise<number> {
  const [row] = await admin<{ waiting: number }[]>`
    select count(*)::int as waiting from pg_locks
    where relation = 'webhook_deliveries'::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`;
  return row?.waiting ?? 0;
}
