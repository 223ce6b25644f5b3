/**
 * What `npm start` takes at rest: memory and processor of all of its processes, npm's own among them. Linux only.
 *
 * `npm run bench:idle [-- --wait 70 --seconds 30]`: starts a hub on a data folder of its own, asks it for all connectors, waits
 * until its main job is done and what that needed is given back, then measures. The last line is JSON. A figure over its
 * bar (`idle/bars.ts`) ends it with 1.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { bindLifetime } from '../start/processes/bind-lifetime.ts';
import { projectRoot } from '../start/state/settings.ts';
import { readHubFacts } from '../test/harness/processes/running-hub.ts';
import { judgeBars } from './idle/bars.ts';
import { readMemory, round } from './memory.ts';
import { type ProcessUse, readProcessTree } from './process-tree.ts';

const { values } = parseArgs({
  options: { wait: { type: 'string', default: '70' }, seconds: { type: 'string', default: '30' } },
});
/** Sessions with remote systems and connections to PostgreSQL are closed within a minute. */
const waitMs = z.coerce.number().min(0).parse(values.wait) * 1000;
const measureMs = z.coerce.number().min(1).parse(values.seconds) * 1000;
const startTimeoutMs = 180_000;

/** Which process is which, by its command line. */
const names: readonly (readonly [RegExp, string])[] = [
  [/^npm /, 'npm'],
  [/start\/main\.ts/, 'supervisor'],
  [/api\/main\.[jt]s/, 'api'],
  [/worker\/main\.[jt]s/, 'worker'],
  [/script-runner\/main\.ts/, 'scripts'],
  [/postgres/, 'postgres'],
  [/server start-dev/, 'temporal'],
  [/^sh /, 'shells'],
];

const dataDir = mkdtempSync(join(tmpdir(), 'hub-idle-'));
const npm = spawn('npm', ['start'], {
  cwd: projectRoot,
  env: { ...outsideNpm(process.env), HUB_DATA_DIR: dataDir, PORT: '0', HUB_METRICS_PORT: '0' },
  stdio: 'ignore',
  detached: true,
});
const pid = npm.pid ?? 0;
const ended = once(npm, 'exit');
const unbind = bindLifetime(pid, 'SIGINT');
let isOver = true;
try {
  const coldMs = await timeConnectors();
  await waitForMainJob();
  await sleep(waitMs);
  const before = sum(readProcessTree(pid), ({ cpuMs }) => cpuMs);
  await sleep(measureMs);
  const processes = readProcessTree(pid);
  const cpuMs = sum(processes, (one) => one.cpuMs) - before;
  const byName = Object.groupBy(processes, nameOf);
  const memory = Object.entries(byName).map(([name, group = []]): [string, number] => [
    name,
    round(sum(group, ({ pssMb }) => pssMb)),
  ]);
  for (const [name, mb] of memory.toSorted(([, a], [, b]) => b - a)) {
    process.stdout.write(`${name.padEnd(12)} ${mb.toFixed(1).padStart(7)} MB\n`);
  }
  const services = processes.filter((one) => ['api', 'worker'].includes(nameOf(one)));
  const judged = judgeBars({
    connectors_cold_ms: round(coldMs),
    // Without both, nothing was measured.
    api_and_worker_rss_mb: services.length < 2 ? Number.NaN : round(sum(services, (one) => readMemory(one.pid).rssMb)),
  });
  isOver = judged.some(({ met }) => !met);
  process.stdout.write(
    `${JSON.stringify({
      bars: judged,
      pss_mb: round(sum(processes, ({ pssMb }) => pssMb)),
      cpu_percent: round((cpuMs / measureMs) * 100, 2),
      processes: Object.fromEntries(memory),
    })}\n`,
  );
} finally {
  // As Ctrl-C does.
  process.kill(-pid, 'SIGINT');
  await ended;
  unbind();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(isOver ? 1 : 0);

/** The first call of `GET /connectors`, as soon as the API answers. */
async function timeConnectors(): Promise<number> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const facts = readHubFacts(dataDir);
    if (facts !== undefined) {
      const startedMs = performance.now();
      const response = await fetch(`${facts.api_url}/v1/connectors`, {
        headers: { authorization: `Bearer ${facts.api_key}` },
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`GET /connectors was answered with ${response.status}.`);
      return performance.now() - startedMs;
    }
    if (npm.exitCode !== null || Date.now() > deadline) throw new Error('The hub did not start: run `npm start`.');
    await sleep(20);
  }
}

async function waitForMainJob(): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (readHubFacts(dataDir)?.main_job === undefined) {
    if (npm.exitCode !== null || Date.now() > deadline) throw new Error('The hub did not start: run `npm start`.');
    await sleep(200);
  }
}

/** npm is run as a person runs it: by the Node of the machine, and not from within another npm. */
function outsideNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('npm_'));
  const path = (env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) };
}

function nameOf({ command }: ProcessUse): string {
  const found = names.find(([pattern]) => pattern.test(command));
  return found?.[1] ?? 'other';
}

function sum(processes: readonly ProcessUse[], read: (one: ProcessUse) => number): number {
  return processes.reduce((total, one) => total + read(one), 0);
}
