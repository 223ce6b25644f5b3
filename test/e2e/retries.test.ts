import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ApiClient, connectApi } from '../../start/api-client.ts';
import {
  connectToSource,
  connectToTarget,
  createPeopleFlow,
  createTargetDatabase,
  execute,
  isOver,
  peopleColumns,
  peopleMapping,
  readRun,
  type RunRecord,
  type TargetDatabase,
} from '../harness/flow.ts';
import { type HubProcess, startHubProcess } from '../harness/hub-process.ts';
import { toPerson } from '../harness/people.ts';

const timeoutMs = 60_000;

let hub: HubProcess;
let api: ApiClient;
let source: Server;
let target: TargetDatabase;
let sourceId: string;
let targetId: string;
/** What the source answers; tests change it. */
let records: Record<string, unknown>[] = [];
let status = 200;

beforeAll(async () => {
  source = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(records));
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(source.address());
  hub = await startHubProcess({ HUB_EGRESS_ALLOW: `127.0.0.1:${port}` });
  api = connectApi(hub.facts.api_url, hub.facts.api_key, new AbortController().signal);
  target = await createTargetDatabase(hub.facts.database_url, 'retries', 'target-password');
  await target.sql.unsafe(`create table people (${peopleColumns}); alter table people owner to retries`);
  sourceId = await connectToSource(api, `http://127.0.0.1:${port}`, { token: 'a token of the source' });
  targetId = await connectToTarget(api, target);
}, 180_000);

afterAll(async () => {
  await target.close();
  await hub.stop();
  source.close();
}, 60_000);

const entry = z.looseObject({ code: z.string() });
const letter = z.object({
  id: z.string(),
  source_key: z.string().optional(),
  code: z.string(),
  status: z.string(),
  resolved_by: z.string().optional(),
});
const made = z.object({ id: z.string(), retry_of: z.string() });

function createRetryFlow(name: string): Promise<string> {
  return createPeopleFlow(api, name, { source: sourceId, target: targetId });
}

async function waitForEnd(runId: string): Promise<RunRecord> {
  await expect.poll(async () => isOver(await readRun(api, runId)), { timeout: timeoutMs, interval: 50 }).toBe(true);
  return readRun(api, runId);
}

async function runOnce(integrationId: string): Promise<RunRecord> {
  return waitForEnd(await execute(api, integrationId));
}

async function retryRecords(runId: string, choice: object): Promise<RunRecord> {
  const { id } = await api.call('POST', `/runs/${runId}/records/retry`, made, choice);
  return waitForEnd(id);
}

function listLetters(runId: string): Promise<z.infer<typeof letter>[]> {
  return api.call('GET', `/runs/${runId}/records`, z.array(letter));
}

describe('test/e2e/retries', () => {
  it(
    'processes failed records with a corrected mapping, and keeps those that fail again once',
    async () => {
      const bad = [
        { ...toPerson(900), start_date: 'never' },
        { ...toPerson(901), start_date: 'later', salary: 'much' },
      ];
      records = [toPerson(1), ...bad, { no_id: true }];
      const flow = await createRetryFlow('letters');
      const first = await runOnce(flow);
      const mapping = peopleMapping.filter(({ to }) => to !== 'started');
      await api.call('PUT', `/integrations/${flow}`, z.unknown(), { mapping });

      const second = await retryRecords(first.id, { all: true });

      expect(first).toMatchObject({ status: 'partially_succeeded', counters: { created: 1, failed: 3 } });
      expect(second).toMatchObject({
        status: 'partially_succeeded',
        counters: { read: 3, created: 1, failed: 2, skipped: 0 },
      });
      expect(await listLetters(first.id)).toMatchObject([
        { source_key: toPerson(900).id, status: 'resolved', resolved_by: second.id },
      ]);
      expect((await listLetters(second.id)).map(({ code, status: state }) => `${code} ${state}`).toSorted()).toEqual([
        'convert_failed failed',
        'missing_key failed',
      ]);

      const rest = await listLetters(second.id);
      const salary = rest.find(({ code }) => code === 'convert_failed')?.id;
      await api.call('PUT', `/integrations/${flow}`, z.unknown(), {
        mapping: mapping.filter(({ to }) => to !== 'salary'),
      });
      const third = await retryRecords(second.id, { record_ids: [salary] });
      expect(third).toMatchObject({ status: 'succeeded', counters: { read: 1, created: 1 } });
      const again = await retryRecords(second.id, { code: 'missing_key' });
      expect(again).toMatchObject({ counters: { read: 1, failed: 1 } });
      expect(await target.sql`select id from people`).toHaveLength(3);
    },
    timeoutMs,
  );

  it(
    'leaves alone what a later run wrote of a record',
    async () => {
      await target.sql`truncate people`;
      records = [{ ...toPerson(1), start_date: 'never', department: 'Old' }];
      const flow = await createRetryFlow('overtaken');
      const failed = await runOnce(flow);
      records = [{ ...toPerson(1), department: 'New' }];
      const later = await runOnce(flow);

      const retried = await retryRecords(failed.id, { all: true });

      expect(retried).toMatchObject({ status: 'succeeded', counters: { read: 0, written: 0 } });
      expect(await listLetters(failed.id)).toMatchObject([{ status: 'resolved', resolved_by: later.id }]);
      expect(await target.sql`select department from people`).toMatchObject([{ department: 'New' }]);
    },
    timeoutMs,
  );

  it(
    'processes more failed records than a page holds',
    async () => {
      await target.sql`truncate people`;
      records = Array.from({ length: 250 }, (_, n) => ({ ...toPerson(n), start_date: n % 2 === 0 ? 'x' : 'y' }));
      const flow = await createRetryFlow('many');
      const failed = await runOnce(flow);
      await api.call('PUT', `/integrations/${flow}`, z.unknown(), {
        mapping: peopleMapping.filter(({ to }) => to !== 'started'),
      });

      const retried = await retryRecords(failed.id, { code: 'convert_failed' });

      expect(failed.counters.failed).toBe(250);
      expect(retried).toMatchObject({ status: 'succeeded', counters: { read: 250, created: 250, failed: 0 } });
      expect(await api.call('GET', `/runs/${failed.id}/records?status=failed`, z.array(letter))).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'tells why a run failed, and goes on with it when the cause is gone',
    async () => {
      records = [toPerson(5)];
      const flow = await createRetryFlow('refused');
      status = 401;
      const failed = await runOnce(flow);
      status = 200;

      const logs = await api.call('GET', `/runs/${failed.id}/logs`, z.array(entry));
      const steps = await api.call('GET', `/runs/${failed.id}/steps`, z.array(z.looseObject({ status: z.string() })));
      const { id } = await api.call('POST', `/runs/${failed.id}/retry`, made, {});
      const resumed = await waitForEnd(id);

      expect(failed).toMatchObject({ status: 'failed', error: { code: 'auth_invalid' } });
      expect(logs.map(({ code }) => code)).toEqual([
        'queued',
        'started',
        'credentials_refused',
        'segment_failed',
        'finished',
      ]);
      expect(steps.map((step) => step.status)).toEqual(['succeeded', 'failed', 'canceled', 'canceled', 'canceled']);
      expect(resumed).toMatchObject({ status: 'succeeded', counters: { read: 1 } });
    },
    timeoutMs,
  );
});
