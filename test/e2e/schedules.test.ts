import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toUuid } from '../../core/ids.ts';
import postgres from 'postgres';
import { peopleMapping } from '../harness/flow.ts';
import { type PeopleHub, startPeopleHub, startTimeoutMs, stopTimeoutMs } from '../harness/people-hub.ts';
import { toPerson } from '../harness/people.ts';

const timeoutMs = 120_000;

let hub: PeopleHub;
let admin: postgres.Sql;

const made = z.object({ id: z.string() });
const workflows = z.array(z.object({ id: z.string(), next_run_at: z.string().optional() }));
const ticks = z.array(
  z.object({
    scheduled_at: z.string(),
    status: z.string(),
    reason: z.string().optional(),
    run_id: z.string().optional(),
  }),
);

beforeAll(async () => {
  hub = await startPeopleHub('schedules');
  admin = postgres(hub.facts.database_url, { max: 1 });
}, startTimeoutMs);

afterAll(async () => {
  await admin.end();
  await hub.stop();
}, stopTimeoutMs);

describe('test/e2e/schedules', () => {
  it(
    'starts a run when the time has come, also where the worker was killed meanwhile',
    async () => {
      hub.source.records = [toPerson(1)];
      const { id } = await hub.api.call('POST', '/integrations', made, {
        name: 'by the clock',
        source: { connection_id: hub.sourceId, object: 'people', key: ['id'] },
        target: { connection_id: hub.targetId, object: 'people', operation: 'upsert', match_on: ['id'] },
        mapping: peopleMapping,
        triggers: [{ type: 'schedule', every: '1m', concurrency: 'skip' }],
      });
      await hub.api.call('POST', `/integrations/${id}/activate`, made);
      const find = async () => {
        const [workflow] = await hub.api.call('GET', `/workflows?integration_id=${id}&type=scheduled`, workflows);
        if (workflow === undefined) throw new Error('The integration has no workflow of this type.');
        return workflow;
      };
      const workflow = await find();
      process.kill(hub.refresh().pids['worker'] ?? 0, 'SIGKILL');
      // As if an hour had passed.
      await admin`
        update schedules set accounted_until = now() - interval '1 hour', next_due_at = now() - interval '59 minutes'
        where workflow_id = ${toUuid('workflow', workflow.id) ?? ''}`;

      const list = () => hub.api.call('GET', `/workflows/${workflow.id}/ticks?per_page=100`, ticks);
      await expect.poll(list, { timeout: timeoutMs }).toContainEqual(expect.objectContaining({ status: 'ran' }));
      const found = await list();
      const ran = found.filter(({ status }) => status === 'ran');
      const run = await hub.waitForEnd(ran.at(-1)?.run_id ?? '');

      expect(run.status).toBe('succeeded');
      expect(await hub.target.sql`select id from people`).toHaveLength(1);
      expect(found.filter(({ reason }) => reason === 'later_one_ran').length).toBeGreaterThanOrEqual(58);
      expect(new Set(found.map(({ scheduled_at: at }) => at)).size).toBe(found.length);
      expect(Date.parse((await find()).next_run_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    },
    timeoutMs * 2,
  );
});
