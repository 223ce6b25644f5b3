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
import { z } from 'zod';
import { startHubProcess } from '../test/harness/processes/hub-process.ts';
import { startRecordServer } from '../test/harness/servers/start-record-server.ts';
import { readMemory, round } from './memory.ts';
import { type Job, prepareLanes } from './run-lanes.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '15' } } });
const seconds = z.coerce.number().min(1).parse(values.seconds);
const parallel = 32;

const source = await startRecordServer(1, 1);
const hub = await startHubProcess({ HUB_EGRESS_ALLOW: `127.0.0.1:${source.port}` });
let bareWorker: ChildProcess | undefined;
try {
  // At rest: what starting and the main job left behind is collected by then.
  await sleep(10_000);
  const { api: apiPid = 0, worker: workerPid = 0 } = hub.refresh().pids;
  const idleMb = readMemory(apiPid).rssMb + readMemory(workerPid).rssMb;

  const runOnce = await prepareLanes(hub.facts, source.url, parallel);
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
