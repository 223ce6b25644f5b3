/**
 * Small runs, from `execute` to finished, beside a bare one-activity workflow on the same server.
 *
 * `npm run bench:runs [-- --seconds 15]`. The last line is JSON.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import postgres from 'postgres';
import { Pool } from 'undici';
import { z } from 'zod';
import { toUuid } from '../core/ids.ts';
import { connectApi } from '../start/api-client.ts';
import {
  connectToSource,
  connectToTarget,
  createPeopleFlow,
  createTargetDatabase,
  peopleColumns,
} from '../test/harness/flow.ts';
import { startHubProcess } from '../test/harness/hub-process.ts';
import { startRecordServer } from '../test/harness/start-record-server.ts';
import { readMemory, round } from './memory.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '15' } } });
const seconds = z.coerce.number().min(1).parse(values.seconds);
const parallel = 32;
const accepted = z.object({ data: z.object({ id: z.string() }) });

/** Does one thing from start to end. */
type Job = (lane: number) => Promise<void>;

const source = await startRecordServer(1, 1);
const hub = await startHubProcess({ HUB_EGRESS_ALLOW: `127.0.0.1:${source.port}` });
let bareWorker: ChildProcess | undefined;
try {
  // At rest: what starting and the main job left behind is collected by then.
  await sleep(10_000);
  const { api: apiPid = 0, worker: workerPid = 0 } = hub.refresh().pids;
  const idleMb = readMemory(apiPid).rssMb + readMemory(workerPid).rssMb;

  const runOnce = await prepareHub();
  const bareOnce = await prepareBare();
  await measure(runOnce, parallel, 2);
  await measure(bareOnce, parallel, 2);
  const [bareAlone, hubAlone] = await measureBoth(bareOnce, runOnce, 1);
  const [bareTogether, hubTogether] = await measureBoth(bareOnce, runOnce, parallel);

  show('bare workflow, 1 at once', bareAlone);
  show('hub run, 1 at once', hubAlone);
  show(`bare workflow, ${parallel} at once`, bareTogether);
  show(`hub run, ${parallel} at once`, hubTogether);
  process.stdout.write(`API + worker idle: ${round(idleMb)} MB\n`);
  process.stdout.write(
    `${JSON.stringify({
      p50_ratio: round(hubAlone.p50 / bareAlone.p50, 2),
      rate_ratio: round(hubTogether.perSecond / bareTogether.perSecond, 2),
      idle_rss_mb: round(idleMb),
    })}\n`,
  );
} finally {
  bareWorker?.kill('SIGKILL');
  await hub.stop();
  source.stop();
}
process.exit();

/** One integration a lane, since an integration has one run at a time; each run writes one changed record. */
async function prepareHub(): Promise<Job> {
  const { facts } = hub;
  const api = connectApi(facts.api_url, facts.api_key, new AbortController().signal);
  const target = await createTargetDatabase(facts.database_url, 'bench');
  const sourceId = await connectToSource(api, source.url);
  const targetId = await connectToTarget(api, target);
  const lanes: string[] = [];
  for (let lane = 0; lane < parallel; lane += 1) {
    await target.sql.unsafe(`create table people_${lane} (${peopleColumns})`);
    await target.sql.unsafe(`alter table people_${lane} owner to bench`);
    const ends = { source: sourceId, target: targetId, from: { object: 'one' }, table: `people_${lane}` };
    lanes.push(await createPeopleFlow(api, `lane ${lane}`, ends));
  }
  const waitForEnd = watchRuns(facts.database_url);
  // The leanest client there is: what it costs is taken from the hub, on the same two cores.
  const http = new Pool(facts.api_url, { connections: parallel });
  const headers = { authorization: `Bearer ${facts.api_key}`, 'content-type': 'application/json' };
  return async (lane) => {
    const path = `/v1/integrations/${lanes[lane] ?? ''}/execute`;
    const { body, statusCode } = await http.request({ method: 'POST', path, headers, body: '{}' });
    const answer = await body.text();
    if (statusCode !== 202) throw new Error(`execute answered ${statusCode}: ${answer}`);
    await waitForEnd(accepted.parse(JSON.parse(answer)).data.id);
  };
}

/** One look at the table serves every lane, so that watching costs the machine little. */
function watchRuns(databaseUrl: string): (runId: string) => Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const watch = async (): Promise<never> => {
    for (;;) {
      const ids = [...waiting.keys()];
      const over =
        ids.length === 0
          ? []
          : await sql<{ id: string; status: string }[]>`
        select id, status from runs where id = any(${ids}::uuid[]) and finished_at is not null`;
      for (const { id, status } of over) {
        if (status === 'succeeded') waiting.get(id)?.resolve();
        else waiting.get(id)?.reject(new Error(`A run ended as ${status}.`));
        waiting.delete(id);
      }
      // Often enough for one run's latency; seldom enough not to weigh on many.
      await sleep(waiting.size > 4 ? 8 : 2);
    }
  };
  void watch();
  return (runId) => {
    const end = Promise.withResolvers<void>();
    waiting.set(toUuid('run', runId) ?? '', end);
    return end.promise;
  };
}

async function prepareBare(): Promise<Job> {
  const address = hub.facts.temporal_address;
  const script = fileURLToPath(new URL('./bare-worker.ts', import.meta.url));
  const child = spawn(process.execPath, [script, address], { stdio: ['ignore', 'pipe', 'inherit'] });
  bareWorker = child;
  await once(createInterface(child.stdout), 'line');
  const client = new Client({ connection: await Connection.connect({ address }) });
  let started = 0;
  return async () => {
    started += 1;
    await client.workflow.execute('bareWorkflow', { taskQueue: 'bare', workflowId: `bare-${process.pid}-${started}` });
  };
}

interface Figures {
  p50: number;
  perSecond: number;
}

/** In the order a, b, b, a, so that both meet the machine and the server's growing database in the same state. */
async function measureBoth(a: Job, b: Job, lanes: number): Promise<[Figures, Figures]> {
  const half = seconds / 2;
  const firstA = await measure(a, lanes, half);
  const firstB = await measure(b, lanes, half);
  const secondB = await measure(b, lanes, half);
  const secondA = await measure(a, lanes, half);
  return [summarize([firstA, secondA]), summarize([firstB, secondB])];
}

function summarize(parts: readonly { times: number[]; elapsed: number }[]): Figures {
  const times = parts.flatMap((part) => part.times).toSorted((a, b) => a - b);
  const elapsed = parts.reduce((sum, part) => sum + part.elapsed, 0);
  return { p50: times[Math.floor(times.length / 2)] ?? 0, perSecond: times.length / elapsed };
}

async function measure(job: Job, lanes: number, forSeconds: number): Promise<{ times: number[]; elapsed: number }> {
  const times: number[] = [];
  const started = performance.now();
  const end = started + forSeconds * 1000;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (performance.now() < end) {
        const begun = performance.now();
        await job(lane);
        times.push(performance.now() - begun);
      }
    }),
  );
  return { times, elapsed: (performance.now() - started) / 1000 };
}

function show(what: string, { p50, perSecond }: Figures): void {
  process.stdout.write(
    `${what.padEnd(28)} p50 ${p50.toFixed(1).padStart(7)} ms  ${perSecond.toFixed(1).padStart(7)} /s\n`,
  );
}
