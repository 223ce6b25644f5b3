/**
 * CPU time of API and worker for each small run with tracing off, beside a build that knows nothing of tracing.
 *
 * `npm run bench:tracing [-- --rounds 24 --without COMMIT]`. Two whole hubs, started together, work in turns; the other
 * build is a work tree of the commit before the one that brought `core/telemetry/tracing.ts`. Two hubs of one build differ by some
 * hundredths as well: `--without HEAD` shows by how much. The last line is JSON.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { cacheDir, projectRoot, readSettings } from '../start/state/settings.ts';
import { findTemporalCli } from '../start/servers/temporal-cli.ts';
import { type HubProcess, startHubProcess } from '../test/harness/processes/hub-process.ts';
import { startRecordServer } from '../test/harness/servers/start-record-server.ts';
import { round } from './memory.ts';
import { type Job, prepareLanes } from './run-lanes.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '24' }, without: { type: 'string' } },
});
const rounds = z.coerce.number().int().min(2).parse(values.rounds);
const parallel = 8;
/** Of each build in each round: about two seconds. */
const runsPerRound = 80;
/** Until what a process compiles is compiled. */
const warmUpRounds = 5;
/** `sysconf(_SC_CLK_TCK)` is 100 on every Linux that Node is built for. */
const tickMs = 10;

interface Build {
  hub: HubProcess;
  runOnce: Job;
}

/** Milliseconds of CPU time for each run of a round. */
interface Figures {
  without: number;
  off: number;
}

const tree = mkdtempSync(join(tmpdir(), 'hub-without-tracing-'));
const git = (...args: string[]): string => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim();
const source = await startRecordServer(1, 1);
const hubs: HubProcess[] = [];
try {
  const commit = values.without ?? findCommitBefore('core/telemetry/tracing.ts');
  git('worktree', 'add', '--detach', tree, commit);
  symlinkSync(join(projectRoot, 'node_modules'), join(tree, 'node_modules'));
  const [without, off] = await Promise.all([startBuild(tree), startBuild(projectRoot)]);

  const figures: Figures[] = [];
  for (let at = 0; at < warmUpRounds + rounds; at += 1) {
    // In the order a, b, b, a, so that both meet the machine in the same state.
    const first = await measure(at % 2 === 0 ? without : off);
    const second = await measure(at % 2 === 0 ? off : without);
    figures.push(at % 2 === 0 ? { without: first, off: second } : { without: second, off: first });
  }
  report(commit, figures.slice(warmUpRounds));
} finally {
  await Promise.all(hubs.map((hub) => hub.stop()));
  source.stop();
  git('worktree', 'remove', '--force', tree);
  rmSync(tree, { recursive: true, force: true });
}
process.exit();

function findCommitBefore(file: string): string {
  const added = git('log', '--diff-filter=A', '--format=%H', '--', file).split('\n').at(-1) ?? '';
  if (added === '') throw new Error(`No commit added ${file}: name the other build by --without.`);
  return git('rev-parse', `${added}^`);
}

async function startBuild(root: string): Promise<Build> {
  const cli = await findTemporalCli({
    named: readSettings([], process.env).temporalCli,
    cacheDir: cacheDir(projectRoot),
    say: (text) => void process.stderr.write(`${text}\n`),
    signal: new AbortController().signal,
  });
  const env = { HUB_EGRESS_ALLOW: `127.0.0.1:${source.port}`, OTEL_SDK_DISABLED: 'true', TEMPORAL_CLI: cli };
  const hub = await startHubProcess(env, root);
  hubs.push(hub);
  return { hub, runOnce: await prepareLanes(hub.facts, source.url, parallel) };
}

async function work({ runOnce }: Build, runs: number): Promise<void> {
  let left = runs;
  await Promise.all(
    Array.from({ length: parallel }, async (_, lane) => {
      while ((left -= 1) >= 0) await runOnce(lane);
    }),
  );
}

/** @returns milliseconds of CPU time for each run. */
async function measure(build: Build): Promise<number> {
  const before = readCpuMs(build.hub);
  await work(build, runsPerRound);
  return (readCpuMs(build.hub) - before) / runsPerRound;
}

/** Of API and worker together, user and system. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function readCpuMs(hub: HubProcess): number {
  const { api = 0, worker = 0 } = hub.refresh().pids;
  const ticks = [api, worker].map((pid) => {
    // Behind the name, which may hold anything: the third field and on.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, one) => sum + one, 0) * tickMs;
}

function report(commit: string, figures: readonly Figures[]): void {
  const median = (which: keyof Figures): number =>
    findQuartile(
      figures.map((figure) => figure[which]),
      2,
    );
  const [without, off] = [median('without'), median('off')];
  const ratios = figures.map((figure) => figure.off / figure.without);
  process.stdout.write(`without tracing (${commit.slice(0, 7)})  ${without.toFixed(2)} ms of CPU time a run\n`);
  process.stdout.write(`with tracing off           ${off.toFixed(2)} ms\n`);
  process.stdout.write(
    `${JSON.stringify({
      cpu_ratio: round(findQuartile(ratios, 2), 3),
      quartiles: [round(findQuartile(ratios, 1), 3), round(findQuartile(ratios, 3), 3)],
      cpu_ms_per_run: round(off, 2),
      runs: rounds * runsPerRound,
    })}\n`,
  );
}

/** @param quartile 2 is the median. */
function findQuartile(numbers: readonly number[], quartile: 1 | 2 | 3): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((quartile / 4) * (sorted.length - 1))] ?? 0;
}
