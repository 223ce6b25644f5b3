import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectApi } from '../../start/main-job/api-client.ts';
import {
  connectToSource,
  connectToTarget,
  createPeopleFlow,
  createTargetDatabase,
  execute,
  isOver,
  pagedRecords,
  peopleColumns,
  readRun,
} from '../harness/flow.ts';
import { readHistory } from '../harness/histories.ts';
import { startTimeoutMs, stopTimeoutMs } from '../harness/people-hub.ts';
import { type HubProcess, startHubProcess } from '../harness/processes/hub-process.ts';
import { startRecordServer } from '../harness/servers/start-record-server.ts';

const records = 200;
const operatorKey = 'operator-of-the-hub-of-this-test-0123';
let source: Awaited<ReturnType<typeof startRecordServer>>;
let hub: HubProcess;
let admin: postgres.Sql;

beforeAll(async () => {
  // Slow enough that the organization is suspended in the middle of it.
  source = await startRecordServer(records, 1, 100);
  const env = { HUB_EGRESS_ALLOW: `127.0.0.1:${source.port}`, HUB_OPERATOR_KEY: operatorKey };
  hub = await startHubProcess(env);
  admin = postgres(hub.facts.database_url, { max: 1 });
}, startTimeoutMs);

afterAll(async () => {
  await admin.end();
  await hub.stop();
  source.stop();
}, stopTimeoutMs);

async function operate(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${hub.facts.api_url}/v1/operator/organizations${path}`, {
    method,
    headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return Object(await response.json()).data;
}

async function askByKey(): Promise<number> {
  const headers = { authorization: `Bearer ${hub.facts.api_key}` };
  return (await fetch(`${hub.facts.api_url}/v1/runs`, { headers })).status;
}

/** Segments at work, and pages that are settled. */
async function readProgress(): Promise<{ segments: number; pages: number }> {
  const [row] = await admin<{ segments: number; pages: number }[]>`
    select (select count(*)::int from segment_slots) as segments, (select sum(pages)::int from runs) as pages`;
  return row ?? { segments: 0, pages: 0 };
}

describe('test/e2e/suspended-organizations', () => {
  it('stops the run of an organization that is suspended, which goes on where it was and loses nothing', async () => {
    const api = connectApi(hub.facts.api_url, hub.facts.api_key, new AbortController().signal);
    const target = await createTargetDatabase(hub.facts.database_url, 'suspended');
    await target.sql.unsafe(`create table people (${peopleColumns}); alter table people owner to suspended`);
    const flow = await createPeopleFlow(api, 'suspended', {
      source: await connectToSource(api, source.url),
      target: await connectToTarget(api, target),
      from: pagedRecords(),
    });
    const id = await execute(api, flow);
    await expect.poll(async () => (await readRun(api, id)).counters.read, { timeout: 60_000 }).toBeGreaterThan(60);
    const list: unknown = await operate('GET', '');
    const path = `/${String(Object(Array.isArray(list) ? list[0] : {}).id)}`;

    await operate('PATCH', path, { status: 'suspended' });

    await expect.poll(askByKey, { timeout: 1000, interval: 20 }).toBe(403);
    await expect.poll(async () => (await readProgress()).segments, { timeout: 5000, interval: 50 }).toBe(0);
    const { pages } = await readProgress();
    expect(pages).toBeLessThan(records);
    await source.forgetRequests();
    // The run asks for its slot meanwhile, in vain.
    const countEvents = async (): Promise<number> => (await readHistory(hub.facts.temporal_address, id)).events.length;
    const events = await countEvents();
    await expect.poll(countEvents, { timeout: 30_000 }).toBeGreaterThan(events + 6);
    expect([(await readProgress()).pages, await source.requests()]).toEqual([pages, {}]);

    await operate('PATCH', path, { status: 'active' });

    await expect.poll(askByKey).toBe(200);
    await expect.poll(async () => isOver(await readRun(api, id)), { timeout: 120_000, interval: 200 }).toBe(true);
    expect(await readRun(api, id)).toMatchObject({
      status: 'succeeded',
      counters: { read: records, created: records, failed: 0 },
    });
    expect((await target.sql`select 1 from people`).length).toBe(records);
    await target.close();
  }, 240_000);
});
