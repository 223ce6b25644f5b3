import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartProblem } from './problem.ts';

/** The right to run on a data folder. */
export interface Lock {
  release(): void;
}

/**
 * Takes the right to run on a data folder.
 *
 * It is a listener, so the kernel ends it with the process: no stale lock can remain. On Linux its address is a name
 * without a file, which also makes taking it atomic. Elsewhere it is a socket file whose leftover is removed when nobody
 * answers on it.
 *
 * @throws {StartProblem} when another start holds it.
 */
export async function takeLock(dataDir: string): Promise<Lock> {
  const address = lockAddress(dataDir);
  const server = (await listen(address)) ?? (await takeOver(address));
  if (server === undefined) {
    throw new StartProblem(
      `It is already running on ${dataDir}.`,
      `Use the running one (its addresses are in ${join(dataDir, 'hub.json')}), stop it with Ctrl-C, or start a second one with HUB_DATA_DIR=<another folder>.`,
    );
  }
  return { release: () => server.close() };
}

function lockAddress(dataDir: string): string {
  const name = `integration-hub-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24)}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

async function takeOver(address: string): Promise<Server | undefined> {
  if (address.startsWith('\0') || (await isAnswered(address))) return undefined;
  rmSync(address, { force: true });
  return listen(address);
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
