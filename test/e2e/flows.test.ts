import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createHubClient } from '../../client/index.ts';
import { runAll } from '../../examples/run-all.ts';
import { filesWith, findSecrets } from '../harness/find-secrets.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { createFlow, execute, readRun } from '../harness/flow.ts';
import { readDetails, readHistory, readPayloads } from '../harness/histories.ts';
import { type PeopleHub, startPeopleHub, startTimeoutMs, stopTimeoutMs } from '../harness/people-hub.ts';
import { makePeople, toPerson } from '../harness/people.ts';

const token = 'CANARY-token-5d0c2f7e41';
const password = 'CANARY-password-93ab1c';
const personal = 'canary-person@example.com';
const timeoutMs = 60_000;

let hub: PeopleHub;

beforeAll(async () => {
  hub = await startPeopleHub('flows', { token, password, env: { LOG_LEVEL: 'trace' } });
}, startTimeoutMs);

afterAll(() => hub.stop(), stopTimeoutMs);

describe('test/e2e/flows', () => {
  it(
    'runs the example of the client: the main job again, which finds nothing new',
    async () => {
      const lines: string[] = [];
      const client = createHubClient({ baseUrl: hub.facts.api_url, apiKey: hub.facts.api_key });

      const runs = await runAll(client, (line) => lines.push(line));

      expect(runs).toMatchObject([{ status: 'succeeded', trigger: 'manual', counters: { written: 0 } }]);
      expect(runs[0]?.counters.read).toBeGreaterThanOrEqual(1404);
      expect(lines).toEqual([expect.stringMatching(/: succeeded, \d+ read, 0 written\.$/)]);
    },
    timeoutMs,
  );

  it(
    'writes what is new, then nothing, then what changed',
    async () => {
      hub.source.records = makePeople(50);
      const flow = await hub.createFlow('changes');

      expect((await hub.runOnce(flow)).counters).toMatchObject({ read: 50, created: 50, skipped: 0 });
      expect((await hub.runOnce(flow)).counters).toMatchObject({ read: 50, written: 0, skipped: 50 });
      hub.source.records = hub.source.records.map((record, n) => (n < 3 ? { ...record, department: 'Moved' } : record));
      expect((await hub.runOnce(flow)).counters).toMatchObject({ read: 50, updated: 3, skipped: 47 });
      const [moved] = await hub.target.sql`select count(*)::int as count from people where department = 'Moved'`;
      expect(moved?.['count']).toBe(3);
    },
    timeoutMs,
  );

  it(
    'reads of a table what the filter asks for, in runs and previews',
    async () => {
      await hub.target.sql`truncate people`;
      await hub.target.sql.unsafe(`create table kept (id text primary key); alter table kept owner to flows`);
      await hub.target.sql`insert into people (id, login, status)
        select 'p' || n, n, case n % 10 when 0 then 'A' else 'B' end from generate_series(1, 50) n`;
      const flow = await createFlow(hub.api, {
        name: 'filtered at the source',
        source: { connection_id: hub.targetId, object: 'people', key: ['id'], filter: "status == 'A' && id != 'p20'" },
        target: { connection_id: hub.targetId, object: 'kept', operation: 'upsert', match_on: ['id'] },
        mapping: [{ to: 'id', from: 'id', required: true }],
      });

      const shape = z.array(z.object({ source_key: z.string() }));
      const previewed = await hub.api.call('POST', `/integrations/${flow}/preview`, shape, { limit: 5 });
      const run = await hub.runOnce(flow);

      expect(previewed.map((record) => record.source_key)).toEqual(['p10', 'p30', 'p40', 'p50']);
      expect(run).toMatchObject({ status: 'succeeded', counters: { read: 4, created: 4, skipped: 0 } });
    },
    timeoutMs,
  );

  it(
    'filters and maps by formulas, with the start of the run for now',
    async () => {
      await hub.target.sql`truncate people`;
      hub.source.records = makePeople(20);
      const flow = await createFlow(hub.api, {
        name: 'formulas',
        source: {
          connection_id: hub.sourceId,
          object: 'people',
          key: ['id'],
          filter: "state == 'A' && remote == 'yes'",
        },
        target: { connection_id: hub.targetId, object: 'people', operation: 'upsert', match_on: ['id'] },
        mapping: [
          { to: 'id', from: 'id', required: true },
          { to: 'login', formula: 'lower(work_email)', required: true },
          { to: 'title', formula: "concat(first_name, ' of ', missing ?? 'nowhere')" },
          { to: 'status', formula: 'string(now())' },
        ],
      });

      const run = await hub.runOnce(flow);

      expect(run).toMatchObject({ status: 'succeeded', counters: { read: 20, created: 8, skipped: 12 } });
      const rows = await hub.target.sql<{ login: string; title: string; status: string }[]>`
        select login, title, status from people order by id`;
      expect(rows[0]).toMatchObject({ login: 'first2.last2@example.com', title: 'First2 of nowhere' });
      expect(new Set(rows.map(({ status }) => Date.parse(status)))).toEqual(
        new Set([Date.parse(run.started_at ?? '')]),
      );
    },
    timeoutMs,
  );

  it(
    'keeps bad records as dead letters and goes on with the others',
    async () => {
      await hub.target.sql`truncate people`;
      hub.source.records = [
        ...makePeople(5),
        { id: 'bad-1', work_email: personal, start_date: 'not a date' },
        { no_id: true },
      ];
      const run = await hub.runOnce(await hub.createFlow('bad records'));

      expect(run).toMatchObject({ status: 'partially_succeeded', counters: { read: 7, created: 5, failed: 2 } });
      const sql = postgres(hub.facts.database_url, { max: 1 });
      const deadLetters = await sql<
        { code: string; masked: unknown }[]
      >`select code, masked from dead_letters order by code`;
      await sql.end();
      expect(deadLetters.map((deadLetter) => deadLetter.code)).toEqual(['convert_failed', 'missing_key']);
      expect(JSON.stringify(deadLetters)).not.toContain(personal);
    },
    timeoutMs,
  );

  it(
    'shows the steps of a run in Temporal, with what came through and what waits, and until when',
    async () => {
      await hub.target.sql`truncate people`;
      hub.source.records = [...makePeople(3), { ...toPerson(9), work_email: 'CANARY-refused@example.com' }];
      const made = z.object({ id: z.string() });
      const { id: flow } = await hub.api.call('POST', '/integrations', made, {
        name: 'steps in Temporal',
        source: { connection_id: hub.sourceId, object: 'people', key: ['id'] },
        steps: [
          {
            id: 'write',
            action: {
              connection_id: hub.targetId,
              object: 'people',
              operation: 'upsert',
              match_on: ['id'],
              mapping: [
                { to: 'id', from: 'record.id' },
                { to: 'status', value: 'ACTIVE' },
                {
                  to: 'login',
                  formula: "record.work_email == 'CANARY-refused@example.com' ? null : record.work_email",
                  required: true,
                },
              ],
            },
          },
          { id: 'agreed', wait: { for: 'approval', message: "'CANARY ' + record.id" } },
          { id: 'noted', transform: { set: { text: 'record.id' } } },
        ],
      });
      await hub.api.call('POST', `/integrations/${flow}/activate`, made);

      const runId = await execute(hub.api, flow);
      await expect.poll(async () => (await readRun(hub.api, runId)).status).toBe('waiting');

      const counts = z.array(
        z.object({ component: z.object({ step: z.string().optional() }), counters: z.unknown().optional() }),
      );
      const steps = await hub.api.call('GET', `/runs/${runId}/steps`, counts);
      const counted = steps.flatMap(({ component: { step }, counters }) =>
        step === undefined ? [] : [[step, counters]],
      );
      expect(counted).toEqual([
        ['write', { passed: 3, skipped: 0, failed: 1, waiting: 0 }],
        ['agreed', { passed: 0, skipped: 0, failed: 0, waiting: 3 }],
        ['noted', { passed: 0, skipped: 0, failed: 0, waiting: 0 }],
      ]);
      const waiting = await readDetails(hub.facts.temporal_address, runId);
      expect(waiting).toContain('**waiting**');
      expect(waiting).toContain('| write | 3 | 1 | 0 |\n| agreed | 0 | 0 | 3 |');
      expect(waiting).toContain('| step | items that wait | until |\n|:---|---:|:---|\n| agreed | 3 | answered |');
      const asked = await hub.api.call('GET', `/approvals?run_id=${runId}`, z.array(z.object({ id: z.string() })));
      for (const { id } of asked) await hub.api.call('POST', `/approvals/${id}/approve`, z.unknown(), {});
      await expect.poll(async () => (await readRun(hub.api, runId)).status).toBe('partially_succeeded');
      const sql = postgres(hub.facts.database_url, { max: 1 });
      const [row] = await sql<{ wakes: number }[]>`select wakes from runs where id = ${toLookup('run', runId)}`;
      await sql.end();
      const ended = await readDetails(hub.facts.temporal_address, `${runId}.${row?.wakes}`);
      expect(ended).toContain('| write | 3 | 1 | 0 |\n| agreed | 3 | 0 | 0 |\n| noted | 3 | 0 | 0 |');
      expect(waiting + ended).not.toContain('CANARY');
    },
    timeoutMs,
  );

  it(
    'puts ids and counts into histories, and neither records nor secrets',
    async () => {
      hub.source.records = [{ ...toPerson(1), first_name: 'CANARY-record' }];
      hub.source.asked = [];
      const run = await hub.runOnce(await hub.createFlow('history'));
      const history = await readHistory(hub.facts.temporal_address, run.id);

      expect(run.status).toBe('succeeded');
      // The credential did go where it belongs.
      expect(hub.source.asked.map(({ authorization }) => authorization)).toContain(`Bearer ${token}`);
      // Also the line breaks of a list, as JSON writes them.
      const allowed = /^(?:[\s"{}[\]:,.|*`\-a-zA-Z0-9_]|\\n)*$/;
      for (const text of readPayloads(history)) {
        expect(text).not.toMatch(/CANARY|canary|rec-0/);
        expect(text).toMatch(allowed);
      }
      expect(JSON.stringify(history)).not.toMatch(/CANARY|canary|rec-0/);
      // One workflow task did it all: the first stretch ended the run.
      expect(history.events.filter((event) => event['eventType'] === 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED')).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'shows a stored secret nowhere: not in answers, logs, the database, histories or files',
    async () => {
      // Logs of the processes lie there, in full.
      expect(filesWith(hub.dataDir, ['worker is ready'])).not.toEqual([]);
      expect(await findSecrets(hub, [token, password])).toEqual([]);
    },
    timeoutMs,
  );
});
