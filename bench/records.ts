/**
 * Records per second of the whole hub beside a bare loop over the same pages, mapping and SQL statements.
 *
 * `npm run bench:records [-- --records 100000]`. The last line is JSON.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { z } from 'zod';
import { connectApi } from '../start/main-job/api-client.ts';
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
  type RunRecord,
} from '../test/harness/flow.ts';
import { startHubProcess } from '../test/harness/processes/hub-process.ts';
import { startRecordServer } from '../test/harness/servers/start-record-server.ts';
import { readMemory, round } from './memory.ts';

const { values } = parseArgs({ options: { records: { type: 'string', default: '100000' } } });
const records = z.coerce.number().int().min(1000).parse(values.records);
const pageSize = 1000;

const source = await startRecordServer(records, pageSize);
const hub = await startHubProcess({ HUB_EGRESS_ALLOW: `127.0.0.1:${source.port}` });
try {
  const { facts } = hub;
  const api = connectApi(facts.api_url, facts.api_key, new AbortController().signal);
  const target = await createTargetDatabase(facts.database_url, 'bench');
  for (const table of ['people', 'bare_people']) {
    await target.sql.unsafe(`create table ${table} (${peopleColumns})`);
    await target.sql.unsafe(`alter table ${table} owner to bench`);
  }
  const integrationId = await createPeopleFlow(api, 'bench', {
    source: await connectToSource(api, source.url),
    target: await connectToTarget(api, target),
    from: pagedRecords(pageSize),
  });

  const bare = await runBareLoop(facts.database_url, target, source.url);
  await sleep(2000);
  const first = await measureRun();
  await sleep(1000);
  const second = await measureRun();
  const memory = readMemory(hub.refresh().pids['worker'] ?? 0);
  const historyBytes = await readHistoryBytes(facts.temporal_address, first.run.id);

  show('bare loop, first pass', bare.firstPerSecond);
  show('hub, first run', first.perSecond);
  show('bare loop, unchanged', bare.unchangedPerSecond);
  show('hub, unchanged', second.perSecond);
  process.stdout.write(`worker: peak ${memory.peakMb} MB; history of the first run: ${historyBytes} bytes\n`);
  process.stdout.write(
    `${JSON.stringify({
      ratio_first: round(first.perSecond / bare.firstPerSecond, 2),
      ratio_unchanged: round(second.perSecond / bare.unchangedPerSecond, 2),
      second_run_writes: second.run.counters.written,
      worker_rss_mb: memory.peakMb,
      history_bytes: historyBytes,
    })}\n`,
  );
  await target.close();

  async function measureRun(): Promise<{ run: RunRecord; perSecond: number }> {
    const started = Date.now();
    const runId = await execute(api, integrationId);
    for (;;) {
      const run = await readRun(api, runId);
      if (!isOver(run)) {
        await sleep(250);
        continue;
      }
      if (run.status !== 'succeeded') throw new Error(`The run ended as ${run.status}: ${JSON.stringify(run.error)}`);
      if (run.counters.read !== records) throw new Error(`The run read ${run.counters.read} records.`);
      const elapsedMs = Date.parse(run.finished_at ?? '') - started;
      return { run, perSecond: (records / elapsedMs) * 1000 };
    }
  }
} finally {
  await hub.stop();
  source.stop();
}

function show(what: string, perSecond: number): void {
  process.stdout.write(`${what.padEnd(24)} ${Math.round(perSecond).toLocaleString('en').padStart(9)} records/s\n`);
}

/** The bare loop has a process of its own, as the worker has. */
async function runBareLoop(
  databaseUrl: string,
  target: { config: { host: string; port: number; database: string }; credentials: { user: string; password: string } },
  sourceUrl: string,
): Promise<{ firstPerSecond: number; unchangedPerSecond: number }> {
  const { config, credentials } = target;
  const targetUrl = `postgres://${credentials.user}:${credentials.password}@${config.host}:${config.port}/${config.database}`;
  const script = fileURLToPath(new URL('./bare-loop.ts', import.meta.url));
  const child = spawn(process.execPath, [script, databaseUrl, targetUrl, sourceUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  return z
    .object({ firstPerSecond: z.number(), unchangedPerSecond: z.number() })
    .parse(JSON.parse(z.string().parse(line)));
}

async function readHistoryBytes(address: string, runId: string): Promise<number> {
  const connection = await Connection.connect({ address });
  const description = await new Client({ connection }).workflow.getHandle(runId).describe();
  await connection.close();
  return description.historySize ?? 0;
}
