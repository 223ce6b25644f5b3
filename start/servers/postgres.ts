import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endNotedProcess } from '../processes/pid-file.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { ChildSpec } from '../processes/supervisor.ts';

/** Fast shutdown: sessions are ended, everything is written. */
const stopSignal = 'SIGINT';
const stopTimeoutMs = 15_000;

export interface PostgresOptions {
  directory: string;
  port: number;
  /** The folder of its socket. Absent: no socket. */
  socketFolder: string | undefined;
  /** False for tests only: commits do not wait for the disk, so a crash of the machine loses data. */
  durable: boolean;
  env: Record<string, string>;
}

/**
 * How the embedded PostgreSQL is run: for this machine only, with passwords.
 *
 * @param options Read before each start.
 * @param prepare Runs before each start; may change the options.
 */
export function postgresSpec(
  binaries: PostgresBinaries,
  options: PostgresOptions,
  prepare: () => Promise<void> = async () => undefined,
): ChildSpec {
  const [file, ...before] = binaries.postgres;
  return {
    name: 'postgres',
    title: 'PostgreSQL',
    prepare: async () => {
      await endOrphans(options);
      await prepare();
    },
    get command() {
      return {
        file,
        args: [...before, '-D', options.directory, ...settingsOf(options)],
        cwd: options.directory,
        env: options.env,
      };
    },
    passes,
    isReady: async (pid) => isAccepting(options.directory, pid),
    needs: [],
    stopSignal,
    stopTimeoutMs,
    remedy: `Read the log. If it mentions a shared memory block in use, processes of an earlier server are still running: stop them, or wait. If it mentions an address in use, stop the program that listens there; if disk space or memory, free some. Then start again: the data in ${options.directory} is intact.`,
  };
}

/** Temporary causes that the server logs: remains of an earlier server, or a port in use. */
function passes(lastLines: readonly string[]): boolean {
  return lastLines.some((line) => /shared memory block .* still in use|Address already in use/.test(line));
}

/** How long killed processes may take to disappear. */
const killTimeoutMs = 5000;

/**
 * Ends orphaned backends of a dead server. A backend in the middle of a statement does not notice its server's death
 * until the statement ends, and prevents the next server, which rolls its work back, from starting.
 *
 * It is recognized by its working directory: each process of a server works in the data directory.
 */
export async function endOrphans(options: Pick<PostgresOptions, 'directory' | 'socketFolder'>): Promise<void> {
  if (process.platform !== 'linux') return;
  const { directory } = options;
  const server = readPostmasterFile(directory)?.pid;
  // A running server ends its processes itself.
  if (server !== undefined && isServer(server, directory)) return;
  for (const file of listLockFiles(options)) await removeStaleLock(file, directory);
  const place = realpathSync(directory);
  const deadline = Date.now() + killTimeoutMs;
  for (;;) {
    const orphans = listProcesses().filter((pid) => isServerProcess(pid, place));
    if (orphans.length === 0 || Date.now() > deadline) return;
    for (const pid of orphans) killIfThere(pid);
    await sleep(50);
  }
}

/** @see https://www.postgresql.org/docs/18/storage-file-layout.html */
function listLockFiles({ directory, socketFolder }: Pick<PostgresOptions, 'directory' | 'socketFolder'>): string[] {
  const names = socketFolder === undefined || !existsSync(socketFolder) ? [] : readdirSync(socketFolder);
  const ofSockets = names.filter((name) => /^\.s\.PGSQL\.\d+\.lock$/.test(name));
  return [join(directory, 'postmaster.pid'), ...ofSockets.map((name) => join(socketFolder ?? '', name))];
}

/**
 * Removes the lock file of a server that is dead while its pid still counts as taken, so that the next server would
 * refuse to start: its parent has not reaped it, or another program has the pid. PostgreSQL deals with a pid that
 * nobody has.
 */
async function removeStaleLock(file: string, directory: string): Promise<void> {
  const pid = readPid(file);
  if (pid === undefined) return;
  for (const deadline = Date.now() + killTimeoutMs; Date.now() < deadline; await sleep(50)) {
    const state = stateOf(pid);
    if (state === undefined || isServer(pid, directory)) return;
    // A process that is about to end has no command line any more, and is no zombie yet.
    if (state === 'Z' || commandOf(pid) !== undefined) return rmSync(file, { force: true });
  }
}

function isServer(pid: number, directory: string): boolean {
  return commandOf(pid)?.includes(directory) === true;
}

/** `Z` for a zombie; `undefined` where there is no such process. @see proc_pid_stat(5) */
function stateOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')[0];
  } catch {
    return undefined;
  }
}

function listProcesses(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 1);
}

/** "postgres: checkpointer", and no program that a person runs there. */
function isServerProcess(pid: number, place: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === place && commandOf(pid)?.startsWith('postgres:') === true;
  } catch {
    return false;
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

function settingsOf(options: PostgresOptions): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: options.port,
    unix_socket_directories: options.socketFolder ?? '',
    max_connections: 200,
    shared_buffers: '128MB',
    // Each commit empties them. By default 4 MB, all of which stay in memory once they were used.
    wal_buffers: '1MB',
    max_wal_size: '1GB',
    checkpoint_timeout: '15min',
    // No replicas: less is written for the same safety.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    // No transaction of the hub is serializable.
    max_pred_locks_per_transaction: 10,
    // Data comes from the system's page cache, so separate I/O processes would gain nothing.
    io_method: 'sync',
    // So a process has one operation under way; for 64 the server would prepare 2 MB.
    io_max_concurrency: 1,
    // Acknowledged commits must be on disk: the hub's guarantees depend on it.
    synchronous_commit: options.durable ? 'on' : 'off',
    fsync: options.durable ? 'on' : 'off',
    full_page_writes: options.durable ? 'on' : 'off',
    random_page_cost: 1.1,
    // JIT compilation costs more than any of our queries takes.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** What an address of a socket has room for, less the name of the socket. @see unix(7) */
const socketFolderBytesMax = 107 - '/.s.PGSQL.65535'.length;

/**
 * The folder for the server's socket; none where it lies too deep for one, where its name would be read as a list of
 * folders, or where the system has no sockets.
 */
export function findSocketFolder(folder: string): string | undefined {
  const isFit = Buffer.byteLength(folder) <= socketFolderBytesMax && !folder.includes(',');
  return process.platform !== 'win32' && isFit ? folder : undefined;
}

/** The server records in its pid file when it accepts connections; `pg_ctl` relies on this, too. */
function isAccepting(directory: string, pid: number): boolean {
  const file = readPostmasterFile(directory);
  // A server that was killed leaves its own file behind, which still says that it is ready.
  return file?.pid === pid && file.status === 'ready';
}

/**
 * Ends a server that an earlier start left behind, and a pid file that would keep the next one from starting.
 *
 * PostgreSQL deals with a stale pid file unless its number was given to another program meanwhile; then, and only then,
 * the file is removed here.
 */
export async function endLeftoverPostgres(directory: string, pidFile: string): Promise<boolean> {
  const ended = await endNotedProcess(pidFile, stopSignal, stopTimeoutMs);
  // Remains without the server itself are ended before each start.
  const left = readPostmasterFile(directory);
  if (left === undefined) return ended;
  const command = commandOf(left.pid);
  if (command === undefined) return ended;
  if (!command.includes(directory)) {
    rmSync(join(directory, 'postmaster.pid'), { force: true });
    return ended;
  }
  // Started, but not recorded, because of a crash in between.
  await stopServer(left.pid, directory);
  return true;
}

async function stopServer(pid: number, directory: string): Promise<void> {
  const deadline = Date.now() + stopTimeoutMs;
  process.kill(pid, stopSignal);
  while (commandOf(pid)?.includes(directory) === true) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL');
    await sleep(50);
  }
}

/** The command line of a running process; `undefined` if there is none, or the system cannot show it. */
function commandOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}

function readPostmasterFile(directory: string): { pid: number; status: string } | undefined {
  try {
    // Line 1: process id; line 8: state. @see https://www.postgresql.org/docs/18/storage-file-layout.html
    const file = join(directory, 'postmaster.pid');
    const pid = readPid(file);
    return pid === undefined ? undefined : { pid, status: (readFileSync(file, 'utf8').split('\n')[7] ?? '').trim() };
  } catch {
    return undefined;
  }
}

/** The first line of a lock file; `undefined` where there is no such file, or it is being written. */
function readPid(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
