import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { databases } from './database-url.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { StartProblem } from '../problem.ts';
import { type Outcome, runCommand } from '../processes/run-command.ts';

/**
 * Creates the data directory if it is missing, with the hub's databases: a server that makes them takes each through its
 * shared buffers, 15 MB that it does not give back, or waits for checkpoints.
 *
 * It is created under another name and then renamed, so that a crash leaves no incomplete directory.
 *
 * @throws {StartProblem} when it cannot be made, or belongs to another major version.
 */
export async function ensureCluster(
  binaries: PostgresBinaries,
  directory: string,
  options: { password: string; signal: AbortSignal },
): Promise<void> {
  removeHalves(directory);
  if (existsSync(directory)) return checkVersion(binaries, directory);
  const half = `${directory}.new-${process.pid}`;
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 });
  const passwordFile = `${half}.password`;
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  const made = await makeCluster(binaries, half, { passwordFile, signal: options.signal });
  rmSync(passwordFile, { force: true });
  if (made.code !== 0) {
    rmSync(half, { recursive: true, force: true });
    throw new StartProblem(
      `The database directory could not be made: ${findReason(made.output)}`,
      `Check that the disk is not full and that ${dirname(directory)} is writable, then start again.`,
    );
  }
  renameSync(half, directory);
}

/** @see https://www.postgresql.org/docs/18/app-postgres.html single-user mode, where each line is a statement. */
async function makeCluster(
  binaries: PostgresBinaries,
  directory: string,
  { passwordFile, signal }: { passwordFile: string; signal: AbortSignal },
): Promise<Outcome> {
  const run = ([file, ...before]: PostgresBinaries['initdb'], args: readonly string[], input = '') =>
    runCommand(file, [...before, ...args], { input, timeoutMs: 180_000, signal });
  const made = await run(binaries.initdb, [
    `--pgdata=${directory}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The builtin provider sorts the same on every machine, unlike the C libraries.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // Everything goes to the disk below, once.
    '--no-sync',
  ]);
  if (made.code !== 0) return made;
  const statements = Object.keys(databases).map((name) => `create database ${name} strategy file_copy\n`);
  const filled = await run(binaries.postgres, ['--single', '-F', '-D', directory, 'template1'], statements.join(''));
  return filled.code === 0 ? run(binaries.initdb, [`--pgdata=${directory}`, '--sync-only']) : filled;
}

/** The last lines of the output are about cleanup; the cause comes before them. */
function findReason(output: string): string {
  const lines = output.trim().split('\n');
  const reasons = lines.filter((line) => /\b(?:error|fatal|panic|could not)\b/i.test(line));
  return (reasons.length > 0 ? reasons : lines).slice(-3).join(' ');
}

function removeHalves(directory: string): void {
  if (!existsSync(dirname(directory))) return;
  for (const entry of readdirSync(dirname(directory))) {
    if (entry.startsWith(`${basename(directory)}.new-`)) {
      rmSync(join(dirname(directory), entry), { recursive: true, force: true });
    }
  }
}

async function checkVersion(binaries: PostgresBinaries, directory: string): Promise<void> {
  const [file, ...before] = binaries.postgres;
  const { output } = await runCommand(file, [...before, '--version']);
  const programs = /(\d+)/.exec(output)?.[1];
  const data = readVersion(directory);
  if (data === undefined || data === programs) return;
  throw new StartProblem(
    `The data in ${directory} was created by PostgreSQL ${data}; this checkout includes PostgreSQL ${programs}.`,
    `Move the data to the new version with pg_upgrade, or start over: move ${directory} away.`,
  );
}

function readVersion(directory: string): string | undefined {
  try {
    return readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim();
  } catch {
    return undefined;
  }
}
