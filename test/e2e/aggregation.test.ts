import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ApiClient, connectApi } from '../../start/main-job/api-client.ts';
import {
  createConnection,
  createTargetDatabase,
  execute,
  isOver,
  readRun,
  type TargetDatabase,
} from '../harness/flow.ts';
import { type HubProcess, startHubProcess } from '../harness/processes/hub-process.ts';
import { toPerson } from '../harness/people.ts';
import { type RecordServer, startRecordServer } from '../harness/servers/start-record-server.ts';

const timeoutMs = 150_000;
const records = 30_000;
const pageSize = 500;
const kills = 2;

let hub: HubProcess;
let api: ApiClient;
let source: RecordServer;
let target: TargetDatabase;
let integrationId: string;

beforeAll(async () => {
  source = await startRecordServer(records, pageSize, 25);
  hub = await startHubProcess({ HUB_EGRESS_ALLOW: `127.0.0.1:${source.port}` });
  api = connectApi(hub.facts.api_url, hub.facts.api_key, new AbortController().signal);
  target = await createTargetDatabase(hub.facts.database_url, 'departments');
  await target.sql`create table departments (name text primary key, heads integer, salaries text, last text)`;
  await target.sql`alter table departments owner to departments`;
  const sourceId = await createConnection(api, {
    name: 'people',
    service_type: 'http',
    config: { base_url: source.url },
    credentials: {},
  });
  const targetId = await createConnection(api, {
    name: 'table',
    service_type: 'postgres',
    config: { ...target.config, ssl: 'disable' },
    credentials: target.credentials,
  });
  const options = { pagination: { kind: 'page', parameter: 'page' } };
  ({ id: integrationId } = await api.call('POST', '/integrations', z.object({ id: z.string() }), {
    name: 'departments',
    source: { connection_id: sourceId, object: 'records', options },
    target: { connection_id: targetId, object: 'departments', operation: 'upsert', match_on: ['name'] },
    aggregate: {
      group_by: ['department'],
      fields: { heads: { count: true }, salaries: { sum: 'salary' }, last: { last: 'id' } },
    },
    mapping: [
      { to: 'name', from: 'department' },
      { to: 'heads', from: 'heads' },
      { to: 'salaries', from: 'salaries', convert: 'string' },
      { to: 'last', from: 'last' },
    ],
  }));
}, 180_000);

afterAll(async () => {
  await target.close();
  await hub.stop();
  source.stop();
}, 60_000);

interface Department {
  name: string;
  heads: number;
  salaries: string;
  last: string;
}

const person = z.object({ id: z.string(), department: z.string(), salary: z.string() });

function aggregateNaively(): Department[] {
  const departments = new Map<string, { heads: number; sum: number; last: string }>();
  for (let n = 0; n < records; n += 1) {
    const { department, salary, id } = person.parse(toPerson(n));
    const known = departments.get(department) ?? { heads: 0, sum: 0, last: '' };
    const next = { heads: known.heads + 1, sum: known.sum + Number(salary), last: id };
    departments.set(department, next);
  }
  const rows = [...departments].map(([name, { heads, sum, last }]) => ({ name, heads, salaries: String(sum), last }));
  return rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Pages that were asked for so far. */
async function countPages(): Promise<number> {
  return Object.keys(await source.requests()).length;
}

describe('test/e2e/aggregation', () => {
  it(
    'makes exact groups when the worker is killed while it reads, again and again',
    async () => {
      const runId = await execute(api, integrationId);
      const killed = new Set<number>();
      let pages = 0;
      while (!isOver(await readRun(api, runId))) {
        const worker = hub.refresh().pids['worker'];
        const now = await countPages();
        if (worker !== undefined && !killed.has(worker) && killed.size < kills && now >= pages + 8) {
          process.kill(worker, 'SIGKILL');
          killed.add(worker);
          pages = now;
        }
        await sleep(50);
      }

      expect(killed.size).toBe(kills);
      expect(await readRun(api, runId)).toMatchObject({
        status: 'succeeded',
        counters: { read: records, created: 40 },
      });
      const written = await target.sql<Department[]>`
        select name, heads, salaries, last from departments order by name collate "C"`;
      expect([...written]).toEqual(aggregateNaively());
    },
    timeoutMs,
  );
});
