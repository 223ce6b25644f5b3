import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { answersWell } from './probe.ts';
import type { ChildSpec } from '../processes/supervisor.ts';
import { dynamicConfig, dynamicConfigDev, dynamicConfigUnparted, searchAttributes } from './temporal-dynamic-config.ts';

export interface TemporalServer {
  cli: string;
  /** Where workflows are kept. */
  databaseFile: string;
  port: number;
  uiPort: number;
  /** Its HTTP port, which shows when it is ready. */
  httpPort: number;
  /** Without it no UI is served. */
  ui: boolean;
  env: Record<string, string>;
}

/**
 * Its garbage collector lets the heap grow by half, not to the double, before it runs again: 10 MB less at rest.
 *
 * @see https://pkg.go.dev/runtime#hdr-Environment_Variables
 */
const collectorEnv = { GOGC: '50' };

/**
 * How the Temporal dev server is run: durable, with our search attributes and dynamic configuration.
 *
 * `synchronous=normal` with a write-ahead log: every commit is handed to the operating system, so a `kill -9` of the
 * server loses nothing. Only a crash of the machine can lose the last commits, and that is safe here: runs and outbox
 * messages are in PostgreSQL, which does wait for the disk, and the reconciler starts again what Temporal has
 * forgotten. `full` would make every workflow task wait for the disk without making a run safer.
 */
export function temporalSpec(server: TemporalServer): ChildSpec {
  const folder = dirname(server.databaseFile);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    name: 'temporal',
    title: 'The Temporal server',
    command: { file: server.cli, args: argumentsOf(server), cwd: folder, env: { ...collectorEnv, ...server.env } },
    // Its ports open before it is ready; a response about its namespace means that it works.
    isReady: () => answersWell(`http://127.0.0.1:${server.httpPort}/api/v1/namespaces/default`),
    needs: [],
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 10_000,
    remedy: `Read the log. If its data is unreadable, move ${server.databaseFile} away: running runs are started again.`,
  };
}

function argumentsOf(server: TemporalServer): string[] {
  const pairs = (flag: string, values: object) =>
    Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${String(value)}`]);
  const address = ['--ip', '127.0.0.1', '--port', String(server.port), '--http-port', String(server.httpPort)];
  return [
    'server',
    'start-dev',
    ...address,
    ...(server.ui ? ['--ui-port', String(server.uiPort)] : ['--headless']),
    // Named from the folder it runs in: the server writes the name into an address, where `?`, `#` and `%` of a path
    // would lead to another file.
    '--db-filename',
    basename(server.databaseFile),
    '--log-level',
    'warn',
    ...pairs('--sqlite-pragma', { journal_mode: 'wal', synchronous: 'normal' }),
    ...pairs('--dynamic-config-value', {
      ...dynamicConfig,
      ...dynamicConfigDev,
      ...(isUnparted(server.databaseFile) ? dynamicConfigUnparted : {}),
    }),
    ...pairs('--search-attribute', searchAttributes),
  ];
}

/**
 * Whether queues of a database have one part each: those of new ones have. In one that was made before, tasks may wait in
 * parts that would not be read any more.
 */
function isUnparted(databaseFile: string): boolean {
  const mark = `${databaseFile}.unparted`;
  if (!existsSync(databaseFile)) writeFileSync(mark, '');
  return existsSync(mark);
}
