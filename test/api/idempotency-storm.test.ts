import postgres from 'postgres';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../drizzle/client.ts';
import { createOrganization } from '../../services/access/organizations/create-organization.ts';
import { connectApi } from '../../start/main-job/api-client.ts';
import {
  type ApiProcess,
  type ApiSettings,
  makeApiSettings,
  pepper,
  startApiProcess,
} from '../harness/processes/api-process.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

let database: TestDatabase;
let settings: ApiSettings;
let processes: ApiProcess[];
let pools: Pool[];
let key: string;

const requests = 1000;
const atOnce = 50;

beforeAll(async () => {
  database = await createTestDatabase();
  settings = await makeApiSettings(database.appUrl);
  const client = openDatabase(database.appUrl, { role: 'hub_app', max: 1 });
  key = (await createOrganization({ database: client, pepper, name: 'Storm' })).api_key;
  await client.close();
  processes = [startApiProcess(settings.env), startApiProcess(settings.env)];
  const ports = await Promise.all(processes.map((api) => api.findPort()));
  pools = ports.map((port) => new Pool(`http://127.0.0.1:${port}`, { connections: atOnce / 2 }));
});

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.destroy()));
  await Promise.all(processes.map((api) => api.stop()));
  await settings.remove();
  await database.drop();
});

const withId = z.object({ id: z.string() });

async function addFlow(): Promise<string> {
  const [port] = await Promise.all(processes.map((api) => api.findPort()));
  const api = connectApi(`http://127.0.0.1:${port}`, key, new AbortController().signal);
  const source = await api.call('POST', '/connections', withId, {
    name: 'Feed',
    service_type: 'cisa_kev',
    credentials: {},
  });
  const target = await api.call('POST', '/connections', withId, {
    name: 'Table',
    service_type: 'postgres',
    credentials: { user: 'hub', password: 'x' },
    config: { host: 'db.invalid', database: 'warehouse' },
  });
  const flow = await api.call('POST', '/integrations', withId, {
    name: 'Storm',
    source: { connection_id: source.id, object: 'vulnerabilities' },
    target: { connection_id: target.id, object: 'kev', operation: 'upsert', match_on: ['cve_id'] },
    mapping: [{ to: 'cve_id', from: 'cveID', required: true }],
  });
  return flow.id;
}

const answered = z.object({
  data: z.object({ id: z.string() }).optional(),
  error: z.object({ code: z.string() }).optional(),
});

async function execute(pool: Pool | undefined, id: string): Promise<string> {
  const answer = await pool?.request({
    method: 'POST',
    path: `/v1/integrations/${id}/execute`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'storm' },
    body: '{}',
  });
  const { data, error } = answered.parse(await answer?.body.json());
  return `${answer?.statusCode} ${data?.id ?? error?.code}`;
}

describe('test/api/idempotency-storm', { timeout: 60_000 }, () => {
  it('makes one run of a thousand requests with one key, sent to two processes', async () => {
    const id = await addFlow();
    const outcomes: string[] = [];
    let sent = 0;
    const client = async (_: unknown, index: number): Promise<void> => {
      while (sent < requests) {
        sent += 1;
        outcomes.push(await execute(pools[index % pools.length], id));
      }
    };

    await Promise.all(Array.from({ length: atOnce }, client));
    const runs = await countRuns();

    const kinds = new Set(outcomes);
    kinds.delete('409 idempotency_in_progress');
    expect(outcomes).toHaveLength(requests);
    expect([...kinds]).toEqual([expect.stringMatching(/^202 run_/)]);
    expect(runs).toEqual({ runs: 1, orders: 1 });
  });
});

async function countRuns(): Promise<{ runs: number; orders: number } | undefined> {
  const sql = postgres(database.adminUrl, { max: 1 });
  const [counts] = await sql<{ runs: number; orders: number }[]>`
    select (select count(*)::int from runs) as runs, (select count(*)::int from outbox) as orders`;
  await sql.end();
  return counts;
}
