import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
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
import { type HubProcess, startHubProcess } from '../harness/processes/hub-process.ts';
import { startTimeoutMs, stopTimeoutMs } from '../harness/people-hub.ts';
import { startRecordServer } from '../harness/servers/start-record-server.ts';

const records = 200;
let source: Awaited<ReturnType<typeof startRecordServer>>;
let hub: HubProcess;

beforeAll(async () => {
  // Slow enough that the worker dies in the middle of it.
  source = await startRecordServer(records, 1, 100);
  hub = await startHubProcess({ HUB_EGRESS_ALLOW: `127.0.0.1:${source.port}` });
}, startTimeoutMs);

afterAll(async () => {
  await hub.stop();
  source.stop();
}, stopTimeoutMs);

// Only Linux tells processes apart.
describe.skipIf(process.platform !== 'linux')('test/e2e/killed-workers', () => {
  it('goes on for a worker that was killed without waiting for its lease and its heartbeats to run out', async () => {
    const api = connectApi(hub.facts.api_url, hub.facts.api_key, new AbortController().signal);
    const target = await createTargetDatabase(hub.facts.database_url, 'killed');
    await target.sql.unsafe(`create table people (${peopleColumns}); alter table people owner to killed`);
    const flow = await createPeopleFlow(api, 'killed', {
      source: await connectToSource(api, source.url),
      target: await connectToTarget(api, target),
      from: pagedRecords(),
    });
    const id = await execute(api, flow);
    await expect.poll(async () => (await readRun(api, id)).counters.read, { timeout: 60_000 }).toBeGreaterThan(60);

    process.kill(hub.refresh().pids['worker'] ?? 0, 'SIGKILL');

    await expect.poll(async () => isOver(await readRun(api, id)), { timeout: 90_000, interval: 200 }).toBe(true);
    expect(await readRun(api, id)).toMatchObject({
      status: 'succeeded',
      counters: { read: records, created: records },
    });
    const failures = (await readHistory(hub.facts.temporal_address, id)).events.flatMap((event) =>
      JSON.stringify(event).includes('worker_lost') ? [event['eventType']] : [],
    );
    expect(failures).toEqual(['EVENT_TYPE_ACTIVITY_TASK_STARTED']);
    const log = await api.call('GET', `/runs/${id}/logs`, z.array(z.object({ code: z.string() })));
    expect(log.map(({ code }) => code)).not.toContain('waited');
    await target.close();
  }, 180_000);
});
