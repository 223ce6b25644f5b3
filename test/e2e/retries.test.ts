import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { peopleMapping, type RunRecord } from '../harness/flow.ts';
import { type PeopleHub, startPeopleHub, startTimeoutMs, stopTimeoutMs } from '../harness/people-hub.ts';
import { toPerson } from '../harness/people.ts';

const timeoutMs = 60_000;

let hub: PeopleHub;

beforeAll(async () => {
  hub = await startPeopleHub('retries', { token: 'a token of the source' });
}, startTimeoutMs);

afterAll(() => hub.stop(), stopTimeoutMs);

const entry = z.looseObject({ code: z.string() });
const failedRecord = z.object({
  id: z.string(),
  source_key: z.string().optional(),
  code: z.string(),
  status: z.string(),
  resolved_by: z.string().optional(),
});
const made = z.object({ id: z.string(), retry_of: z.string() });

async function retryRecords(runId: string, choice: object): Promise<RunRecord> {
  const { id } = await hub.api.call('POST', `/runs/${runId}/records/retry`, made, choice);
  return hub.waitForEnd(id);
}

function listFailedRecords(runId: string, limit = 30): Promise<z.infer<typeof failedRecord>[]> {
  return hub.api.call('GET', `/runs/${runId}/records?per_page=${limit}`, z.array(failedRecord));
}

describe('test/e2e/retries', () => {
  it(
    'processes failed records with a corrected mapping, and keeps those that fail again once',
    async () => {
      const bad = [
        { ...toPerson(900), start_date: 'never' },
        { ...toPerson(901), start_date: 'later', salary: 'much' },
      ];
      hub.source.records = [toPerson(1), ...bad, { no_id: true }];
      const flow = await hub.createFlow('letters');
      const first = await hub.runOnce(flow);
      const mapping = peopleMapping.filter(({ to }) => to !== 'started');
      await hub.api.call('PUT', `/integrations/${flow}`, z.unknown(), { mapping });

      const second = await retryRecords(first.id, { all: true });

      expect(first).toMatchObject({ status: 'partially_succeeded', counters: { created: 1, failed: 3 } });
      expect(second).toMatchObject({
        status: 'partially_succeeded',
        counters: { read: 3, created: 1, failed: 2, skipped: 0 },
      });
      expect(await listFailedRecords(first.id)).toMatchObject([
        { source_key: toPerson(900).id, status: 'resolved', resolved_by: second.id },
      ]);
      expect(
        (await listFailedRecords(second.id)).map(({ code, status: state }) => `${code} ${state}`).toSorted(),
      ).toEqual(['convert_failed failed', 'missing_key failed']);

      const rest = await listFailedRecords(second.id);
      const salary = rest.find(({ code }) => code === 'convert_failed')?.id;
      await hub.api.call('PUT', `/integrations/${flow}`, z.unknown(), {
        mapping: mapping.filter(({ to }) => to !== 'salary'),
      });
      const third = await retryRecords(second.id, { record_ids: [salary] });
      expect(third).toMatchObject({ status: 'succeeded', counters: { read: 1, created: 1 } });
      const again = await retryRecords(second.id, { code: 'missing_key' });
      expect(again).toMatchObject({ counters: { read: 1, failed: 1 } });
      expect(await hub.target.sql`select id from people`).toHaveLength(3);
    },
    timeoutMs,
  );

  it(
    'leaves alone what a later run wrote of a record',
    async () => {
      await hub.target.sql`truncate people`;
      hub.source.records = [{ ...toPerson(1), start_date: 'never', department: 'Old' }];
      const flow = await hub.createFlow('overtaken');
      const failed = await hub.runOnce(flow);
      hub.source.records = [{ ...toPerson(1), department: 'New' }];
      const later = await hub.runOnce(flow);

      const retried = await retryRecords(failed.id, { all: true });

      expect(retried).toMatchObject({ status: 'succeeded', counters: { read: 0, written: 0 } });
      expect(await listFailedRecords(failed.id)).toMatchObject([{ status: 'resolved', resolved_by: later.id }]);
      expect(await hub.target.sql`select department from people`).toMatchObject([{ department: 'New' }]);
    },
    timeoutMs,
  );

  it.each([
    ['the first', { record: 'fail' }, { read: 60, failed: 60 }],
    ['too many', { abort_above_percent: 10 }, { read: 120, failed: 60 }],
  ])(
    'ends a run by %s that fails, and tells of each once',
    async (_what, policy, counters) => {
      await hub.target.sql`truncate people`;
      hub.source.records = Array.from({ length: 120 }, (_, index) => ({
        ...toPerson(index),
        ...(index < 60 ? { start_date: 'never' } : {}),
      }));
      const flow = await hub.createFlow('ends by itself');
      await hub.api.call('PUT', `/integrations/${flow}`, z.unknown(), { on_error: policy });

      const run = await hub.runOnce(flow);

      expect(run).toMatchObject({ status: 'failed', counters });
      expect(await listFailedRecords(run.id, 100)).toHaveLength(60);
    },
    timeoutMs,
  );

  it(
    'processes a failed record with the values that a person gave, which stay with it while it fails',
    async () => {
      await hub.target.sql`truncate people`;
      hub.source.records = [{ ...toPerson(1), start_date: 'never', salary: 'much' }, toPerson(2)];
      const failed = await hub.runOnce(await hub.createFlow('corrected'));
      const correct = async (run: RunRecord, values: object): Promise<RunRecord> => {
        const [record] = await hub.api.call('GET', `/runs/${run.id}/records`, z.array(z.object({ id: z.string() })));
        return retryRecords(run.id, { records: [{ id: record?.id, values }] });
      };

      const second = await correct(failed, { start_date: '2024-05-01' });
      const third = await correct(second, { salary: '70000' });

      expect([second, third]).toMatchObject([
        { counters: { read: 1, failed: 1 } },
        { status: 'succeeded', counters: { read: 1, created: 1, failed: 0 } },
      ]);
      expect(await hub.target.sql`select started::text from people where started = '2024-05-01'`).toHaveLength(1);
    },
    timeoutMs,
  );

  it(
    'processes more failed records than a page holds',
    async () => {
      await hub.target.sql`truncate people`;
      hub.source.records = Array.from({ length: 250 }, (_, n) => ({
        ...toPerson(n),
        start_date: n % 2 === 0 ? 'x' : 'y',
      }));
      const flow = await hub.createFlow('many');
      const failed = await hub.runOnce(flow);
      await hub.api.call('PUT', `/integrations/${flow}`, z.unknown(), {
        mapping: peopleMapping.filter(({ to }) => to !== 'started'),
      });

      const retried = await retryRecords(failed.id, { code: 'convert_failed' });

      expect(failed.counters.failed).toBe(250);
      expect(retried).toMatchObject({ status: 'succeeded', counters: { read: 250, created: 250, failed: 0 } });
      expect(await hub.api.call('GET', `/runs/${failed.id}/records?status=failed`, z.array(failedRecord))).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'tells why a run failed, and goes on with it when the cause is gone',
    async () => {
      hub.source.records = [toPerson(5)];
      const flow = await hub.createFlow('refused');
      hub.source.status = 401;
      const failed = await hub.runOnce(flow);
      hub.source.status = 200;

      const logs = await hub.api.call('GET', `/runs/${failed.id}/logs`, z.array(entry));
      const steps = await hub.api.call(
        'GET',
        `/runs/${failed.id}/steps`,
        z.array(z.looseObject({ status: z.string() })),
      );
      const { id } = await hub.api.call('POST', `/runs/${failed.id}/retry`, made, {});
      const resumed = await hub.waitForEnd(id);

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
