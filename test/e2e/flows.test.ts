import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import pino from 'pino';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createHubClient } from '../../client/index.ts';
import { newUuid, toId, toUuid } from '../../core/ids.ts';
import { openDatabase } from '../../drizzle/index.ts';
import { runAll } from '../../examples/run-all.ts';
import { type ApiClient, connectApi } from '../../start/api-client.ts';
import {
  connectToSource,
  connectToTarget,
  createConnection,
  createFlow,
  createPeopleFlow,
  createTargetDatabase,
  execute,
  isOver,
  peopleColumns,
  readRun,
  type RunRecord,
  type TargetDatabase,
} from '../harness/flow.ts';
import { readHistory, readPayloads } from '../harness/histories.ts';
import { type HubProcess, startHubProcess } from '../harness/hub-process.ts';
import { toPerson } from '../harness/people.ts';
import { searchAttributes } from '../../worker/start-run.ts';
import { sweep } from '../../worker/sweeper.ts';

const token = 'CANARY-token-5d0c2f7e41';
const password = 'CANARY-password-93ab1c';
const personal = 'canary-person@example.com';
const timeoutMs = 60_000;

let hub: HubProcess;
let api: ApiClient;
let source: Server;
let target: TargetDatabase;
let sourceId: string;
let targetId: string;
/** What the source answers; tests change it. */
let records: Record<string, unknown>[] = [];
let authorizations: (string | undefined)[] = [];
let holding: (() => void) | undefined;

beforeAll(async () => {
  source = createServer((request, response) => {
    authorizations.push(request.headers.authorization);
    if (holding !== undefined) return holding();
    response.setHeader('content-type', 'application/json').end(JSON.stringify(records));
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(source.address());
  hub = await startHubProcess({ HUB_EGRESS_ALLOW: `127.0.0.1:${port}`, LOG_LEVEL: 'trace' });
  api = connectApi(hub.facts.api_url, hub.facts.api_key, new AbortController().signal);
  target = await createTargetDatabase(hub.facts.database_url, 'flows', password);
  await target.sql.unsafe(`create table people (${peopleColumns}); alter table people owner to flows`);
  sourceId = await connectToSource(api, `http://127.0.0.1:${port}`, { token });
  targetId = await connectToTarget(api, target);
}, 180_000);

afterAll(async () => {
  await target.close();
  await hub.stop();
  source.close();
}, 60_000);

function makePeople(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, n) => toPerson(n));
}

function createTurnFlow(name: string, concurrency = 'queue'): Promise<string> {
  return createPeopleFlow(api, name, { source: sourceId, target: targetId }, { concurrency });
}

/** Lets the source be asked and not answer, until released; what was asked meanwhile is never answered. */
function holdSource(): { asked: Promise<void>; release: () => void } {
  const asked = Promise.withResolvers<void>();
  holding = () => asked.resolve();
  return { asked: asked.promise, release: () => (holding = undefined) };
}

async function waitForEnd(runId: string): Promise<RunRecord> {
  await expect.poll(async () => isOver(await readRun(api, runId)), { timeout: timeoutMs, interval: 50 }).toBe(true);
  return readRun(api, runId);
}

async function runOnce(integrationId: string): Promise<RunRecord> {
  return waitForEnd(await execute(api, integrationId));
}

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
    'answers whoever prefers to wait when the run is over',
    async () => {
      records = [];
      const id = await createTurnFlow('waited for');
      const ask = (headers: Record<string, string>, body: string): Promise<Response> =>
        fetch(`${hub.facts.api_url}/v1/integrations/${id}/execute`, {
          method: 'POST',
          headers: { authorization: `Bearer ${hub.facts.api_key}`, 'content-type': 'application/json', ...headers },
          body,
        });

      const preferred = await ask({ prefer: 'respond-async, wait=20', 'idempotency-key': 'waited' }, '{}');
      const repeated = await ask({ prefer: 'wait=20', 'idempotency-key': 'waited' }, '{}');
      const asked = await ask({}, '{"wait":20}');

      expect([preferred.status, preferred.headers.get('preference-applied')]).toEqual([202, 'wait=20']);
      const over = z.object({ data: z.object({ id: z.string(), status: z.literal('succeeded') }) });
      const first = over.parse(await preferred.json());
      expect(over.parse(await repeated.json())).toEqual(first);
      expect(over.parse(await asked.json()).data.id).not.toBe(first.data.id);
    },
    timeoutMs,
  );

  it(
    'is found in Temporal by its organization, connectors and trigger',
    async () => {
      records = [];
      const runId = (await runOnce(await createTurnFlow('found'))).id;
      const connection = await Connection.connect({ address: hub.facts.temporal_address });
      const { typedSearchAttributes } = await new Client({ connection }).workflow.getHandle(runId).describe();
      await connection.close();

      expect(typedSearchAttributes.get(searchAttributes.connectors)).toEqual(['http', 'postgres']);
      expect(typedSearchAttributes.get(searchAttributes.trigger)).toBe('manual');
      expect(typedSearchAttributes.get(searchAttributes.organization)).toMatch(/^org_/);
    },
    timeoutMs,
  );

  it(
    'writes what is new, then nothing, then what changed',
    async () => {
      records = makePeople(50);
      const flow = await createTurnFlow('changes');

      expect((await runOnce(flow)).counters).toMatchObject({ read: 50, created: 50, skipped: 0 });
      expect((await runOnce(flow)).counters).toMatchObject({ read: 50, written: 0, skipped: 50 });
      records = records.map((record, n) => (n < 3 ? { ...record, department: 'Moved' } : record));
      expect((await runOnce(flow)).counters).toMatchObject({ read: 50, updated: 3, skipped: 47 });
      const [moved] = await target.sql`select count(*)::int as count from people where department = 'Moved'`;
      expect(moved?.['count']).toBe(3);
    },
    timeoutMs,
  );

  it(
    'reads of a table what the filter asks for, in runs and previews',
    async () => {
      await target.sql`truncate people`;
      await target.sql.unsafe(`create table kept (id text primary key); alter table kept owner to flows`);
      await target.sql`insert into people (id, login, status)
        select 'p' || n, n, case n % 10 when 0 then 'A' else 'B' end from generate_series(1, 50) n`;
      const flow = await createFlow(api, {
        name: 'filtered at the source',
        source: { connection_id: targetId, object: 'people', key: ['id'], filter: "status == 'A' && id != 'p20'" },
        target: { connection_id: targetId, object: 'kept', operation: 'upsert', match_on: ['id'] },
        mapping: [{ to: 'id', from: 'id', required: true }],
      });

      const shape = z.array(z.object({ source_key: z.string() }));
      const previewed = await api.call('POST', `/integrations/${flow}/preview`, shape, { limit: 5 });
      const run = await runOnce(flow);

      expect(previewed.map((record) => record.source_key)).toEqual(['p10', 'p30', 'p40', 'p50']);
      expect(run).toMatchObject({ status: 'succeeded', counters: { read: 4, created: 4, skipped: 0 } });
    },
    timeoutMs,
  );

  it(
    'filters and maps by formulas, with the start of the run for now',
    async () => {
      await target.sql`truncate people`;
      records = makePeople(20);
      const flow = await createFlow(api, {
        name: 'formulas',
        source: { connection_id: sourceId, object: 'people', key: ['id'], filter: "state == 'A' && remote == 'yes'" },
        target: { connection_id: targetId, object: 'people', operation: 'upsert', match_on: ['id'] },
        mapping: [
          { to: 'id', from: 'id', required: true },
          { to: 'login', formula: 'lower(work_email)', required: true },
          { to: 'title', formula: "concat(first_name, ' of ', missing ?? 'nowhere')" },
          { to: 'status', formula: 'string(now())' },
        ],
      });

      const run = await runOnce(flow);

      expect(run).toMatchObject({ status: 'succeeded', counters: { read: 20, created: 8, skipped: 12 } });
      const rows = await target.sql<{ login: string; title: string; status: string }[]>`
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
      await target.sql`truncate people`;
      records = [...makePeople(5), { id: 'bad-1', work_email: personal, start_date: 'not a date' }, { no_id: true }];
      const run = await runOnce(await createTurnFlow('bad records'));

      expect(run).toMatchObject({ status: 'partially_succeeded', counters: { read: 7, created: 5, failed: 2 } });
      const sql = postgres(hub.facts.database_url, { max: 1 });
      const letters = await sql<
        { code: string; masked: unknown }[]
      >`select code, masked from dead_letters order by code`;
      await sql.end();
      expect(letters.map((letter) => letter.code)).toEqual(['convert_failed', 'missing_key']);
      expect(JSON.stringify(letters)).not.toContain(personal);
    },
    timeoutMs,
  );

  it(
    'puts ids and counts into histories, and neither records nor secrets',
    async () => {
      records = [{ ...toPerson(1), first_name: 'CANARY-record' }];
      authorizations = [];
      const run = await runOnce(await createTurnFlow('history'));
      const history = await readHistory(hub.facts.temporal_address, run.id);

      expect(run.status).toBe('succeeded');
      // The credential did go where it belongs.
      expect(authorizations).toContain(`Bearer ${token}`);
      const allowed = /^[\s"{}[\]:,.|*\-a-zA-Z0-9_]*$/;
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
    'accepts runs while Temporal does not answer, and starts each once when it does',
    async () => {
      records = makePeople(3);
      const flow = await createTurnFlow('temporal away');
      const pid = hub.refresh().pids['temporal'] ?? 0;
      process.kill(pid, 'SIGSTOP');
      let runIds: string[];
      try {
        runIds = [await execute(api, flow), await execute(api, flow)];
        const connection = await createConnection(api, {
          name: 'made meanwhile',
          service_type: 'http',
          config: { base_url: 'https://example.com' },
          credentials: {},
        });
        expect(connection).toMatch(/^conn_/);
        expect((await readRun(api, runIds[0] ?? '')).status).toBe('queued');
      } finally {
        process.kill(pid, 'SIGCONT');
      }

      const runs = await Promise.all(runIds.map(waitForEnd));
      expect(runs.map((run) => run.status)).toEqual(['succeeded', 'succeeded']);
      expect(runs.map((run) => run.counters.read)).toEqual([3, 3]);
    },
    timeoutMs,
  );

  it(
    'cancels a run that is at work, and lets the next one in',
    async () => {
      records = [];
      const flow = await createTurnFlow('cancel');
      const hold = holdSource();
      const first = await execute(api, flow);
      await hold.asked;
      hold.release();
      await api.call('POST', `/runs/${first}/cancel`, z.object({ id: z.string() }));

      expect((await waitForEnd(first)).status).toBe('canceled');
      expect((await runOnce(flow)).status).toBe('succeeded');
    },
    timeoutMs,
  );

  it(
    'repairs runs that lost their workflow, and those whose workflow was ended from outside',
    async () => {
      records = makePeople(2);
      const flow = await createTurnFlow('repairs');
      const address = hub.facts.temporal_address;
      const connection = await Connection.connect({ address });
      const client = new Client({ connection });
      const database = openDatabase(hub.facts.database_url, { role: 'hub_app', max: 2 });
      const relayDatabase = openDatabase(hub.facts.database_url, { role: 'hub_relay', max: 2 });
      const sql = postgres(hub.facts.database_url, { max: 1 });
      const deps = { database, relayDatabase, client, log: pino({ level: 'silent' }) };

      // Its order was carried out, and then Temporal lost everything.
      const lost = newUuid();
      await sql`
        insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at, admitted_at)
        select org_id, ${lost}, integration_id, id, 1, 'manual', 'queued', '{}', now(), now() from workflows
        where integration_id = ${toUuid('integration', flow) ?? ''}`;
      await sweep(deps, -1000);
      expect(await waitForEnd(toId('run', lost))).toMatchObject({ status: 'succeeded', counters: { read: 2 } });

      const hold = holdSource();
      const ended = await execute(api, flow);
      await hold.asked;
      await client.workflow.getHandle(ended).terminate();
      // Its order may still be in the table for a moment, which keeps sweepers away.
      await expect
        .poll(async () => (await sweep(deps, -1000), readRun(api, ended)), { timeout: 10_000 })
        .toMatchObject({
          status: 'failed',
          error: { code: 'interrupted' },
        });
      hold.release();
      expect((await runOnce(flow)).status).toBe('succeeded');
      await Promise.all([connection.close(), database.close(), relayDatabase.close(), sql.end()]);
    },
    timeoutMs,
  );

  it(
    'seals what was changed, and finds what somebody does to it in the database',
    async () => {
      const shape = z.object({
        ok: z.boolean(),
        checked: z.number(),
        unsealed: z.number(),
        problems: z.array(z.looseObject({})),
      });
      const verify = (): Promise<z.infer<typeof shape>> => api.call('POST', '/audit-events/verify', shape, {});
      await expect.poll(async () => (await verify()).unsealed, { timeout: 10_000 }).toBe(0);
      const before = await verify();
      const sql = postgres(hub.facts.database_url, { max: 1 });
      const [{ actor } = { actor: '' }] = await sql<{ actor: string }[]>`
        select actor from audit_events where sequence = 2`;
      await sql`update audit_events set actor = 'nobody' where sequence = 2`;
      const changed = await verify();
      await sql`update audit_events set actor = ${actor} where sequence = 2`;
      await sql.end();

      expect(before).toMatchObject({ ok: true, problems: [] });
      expect(before.checked).toBeGreaterThan(5);
      expect(changed.problems).toContainEqual(expect.objectContaining({ code: 'event_changed', sequence: 2 }));
      expect(await verify()).toMatchObject({ ok: true, checked: before.checked });
    },
    timeoutMs,
  );

  it(
    'shows a stored secret nowhere: not in answers, logs, the database, histories or files',
    async () => {
      const shown = await Promise.all(
        [
          '/connections',
          `/connections/${sourceId}`,
          `/connections/${targetId}`,
          '/integrations',
          '/runs',
          '/workflows',
          '/audit-events',
        ].map(async (path) => JSON.stringify(await api.call('GET', path, z.unknown()))),
      );
      const sql = postgres(hub.facts.database_url, { max: 1 });
      const tables = await sql<{ name: string }[]>`
        select table_name as name from information_schema.tables where table_schema = 'public'`;
      for (const { name } of tables) {
        const [dump] = await sql<{ text: string | null }[]>`
          select string_agg(row_to_json(t)::text, ' ') as text from ${sql(name)} t`;
        shown.push(dump?.text ?? '');
      }
      await sql`checkpoint`;
      await sql.end();

      // Logs of the processes lie there, in full.
      expect(filesWith(hub.dataDir, 'the worker is ready')).not.toEqual([]);
      for (const canary of [token, password]) {
        for (const form of formsOf(canary)) {
          expect(shown.some((text) => text.includes(form))).toBe(false);
          expect(filesWith(hub.dataDir, form)).toEqual([]);
        }
      }
    },
    timeoutMs,
  );
});

/** A secret as it is, and as text of other encodings would hold it. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex'), encodeURIComponent(secret)];
}

/** Files below a folder that hold a text; the server of the target keeps its own password, hashed. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = join(folder, name);
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true && readFileSync(file).includes(text);
  });
}
