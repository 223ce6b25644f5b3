import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A name that only one process on the machine can hold at a time. */
export interface HeldName {
  release(): void;
}

/**
 * Takes a name, unless another process holds it.
 *
 * It is a listener, so the kernel releases the name when the process ends for any reason. On Linux the address is
 * not a file, which also makes acquiring it atomic; elsewhere it is a socket file, and a stale one is
 * removed when nothing responds there.
 */
export async function holdName(name: string): Promise<HeldName | undefined> {
  const address =
    process.platform === 'linux' ? `\0integration-hub-${name}` : join(tmpdir(), `integration-hub-${name}`);
  const server = (await listen(address)) ?? (await takeOver(address));
  return server === undefined ? undefined : { release: () => server.close() };
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
