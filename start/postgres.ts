import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endNotedProcess } from './pid-file.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { ChildSpec } from './supervisor.ts';

/** Fast shutdown: sessions are ended, everything is written. */
const stopSignal = 'SIGINT';
const stopTimeoutMs = 15_000;

export interface PostgresOptions {
  directory: string;
  port: number;
  /** Where its socket is; without one where there is none. */
  socketFolder: string | undefined;
  /** False for tests only: commits are not waited for, so a crash of the machine loses data. */
  durable: boolean;
  env: Record<string, string>;
}

/** How the embedded PostgreSQL is run: for this machine only, with passwords. */
export function postgresSpec(binaries: PostgresBinaries, options: PostgresOptions): ChildSpec {
  const [file, ...before] = binaries.postgres;
  return {
    name: 'postgres',
    title: 'PostgreSQL',
    command: {
      file,
      args: [...before, '-D', options.directory, ...settingsOf(options)],
      cwd: options.directory,
      env: options.env,
    },
    isReady: async (pid) => isAccepting(options.directory, pid),
    needs: [],
    stopSignal,
    stopTimeoutMs,
    wayOut: `Read the log. Where it speaks of shared memory or disk space, make room and start again. To start afresh, move ${options.directory} away.`,
  };
}

function settingsOf(options: PostgresOptions): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: options.port,
    unix_socket_directories: options.socketFolder ?? '',
    max_connections: 200,
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    checkpoint_timeout: '15min',
    // No replicas: less is written for the same safety.
    wal_level: 'minimal',
    max_wal_senders: 0,
    // What was answered to a client is on disk: the promise of the hub rests on it.
    synchronous_commit: options.durable ? 'on' : 'off',
    fsync: options.durable ? 'on' : 'off',
    full_page_writes: options.durable ? 'on' : 'off',
    random_page_cost: 1.1,
    // Compiling a query costs more than any of ours takes.
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

/** The server says in its pid file when it accepts connections, which is how `pg_ctl` knows, too. */
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
  const left = readPostmasterFile(directory);
  if (left === undefined) return ended;
  const command = commandOf(left.pid);
  if (command === undefined) return ended;
  if (!command.includes(directory)) {
    rmSync(join(directory, 'postmaster.pid'), { force: true });
    return ended;
  }
  // Started, but not noted: we died in between.
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

/** The command line of a running process; `undefined` where there is none, or where the system cannot tell. */
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
    const lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, status: (lines[7] ?? '').trim() } : undefined;
  } catch {
    return undefined;
  }
}
