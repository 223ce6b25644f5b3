import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { holdName } from '../state/held-name.ts';
import { StartProblem, reasonOf } from '../problem.ts';
import type { WantedPort } from '../state/settings.ts';

const tries = 100;
const host = '127.0.0.1';

/**
 * Ports to choose from where any will do. Systems assign none of them to outgoing connections (Linux: from 32768, others: from
 * 49152), so that no connection takes one before its server listens.
 *
 * @see https://www.kernel.org/doc/html/latest/networking/ip-sysctl.html ip_local_port_range
 */
const anyPorts = { from: 20_000, below: 30_000 } as const;

/**
 * Finds the port to use, the wanted one or the next free one above it, and reserves it against other starts.
 *
 * A child must be started before it listens, so two concurrent starts could find the same port. The number is reserved
 * until this process ends, also while a child is restarted.
 *
 * @param wanted 0: any free port.
 * @throws {StartProblem} when this user may not listen there, or nothing nearby is free.
 */
export async function findPort(
  wanted: number,
  probe: (port: number) => Promise<PortState> = probePort,
): Promise<number> {
  const end = wanted === 0 ? tries : Math.min(wanted + tries, 65_536);
  for (let number = wanted; number < end; number += 1) {
    const port = wanted === 0 ? randomInt(anyPorts.from, anyPorts.below) : number;
    const state = await probe(port);
    if (state.kind === 'free' && (await holdName(`port-${port}`)) !== undefined) return port;
    if (state.kind === 'refused') {
      throw new StartProblem(
        `Port ${port} cannot be used: ${state.reason}.`,
        'Choose another port, for example PORT=8080.',
      );
    }
  }
  throw new StartProblem(`No port from ${wanted} to ${end - 1} is free.`, 'Choose a free port with PORT.');
}

/**
 * Finds the port of a setting. A port that a variable selects is not replaced by another one.
 *
 * @throws {StartProblem} as `findPort`, and when a chosen port is in use.
 */
export async function findWantedPort(
  { number, chosenBy }: WantedPort,
  probe: (port: number) => Promise<PortState> = probePort,
): Promise<number> {
  const found = await findPort(number, probe);
  if (number === 0 || found === number || chosenBy === undefined) return found;
  throw new StartProblem(
    `Port ${number}, which ${chosenBy} selects, is in use.`,
    `Stop the program that listens there, or choose another port: ${chosenBy}=${found}. Without ${chosenBy}, the next free port is used.`,
  );
}

export type PortState = { kind: 'free' } | { kind: 'in_use' } | { kind: 'refused'; reason: string };

/** Checks whether a server could listen on a port of the loopback address. */
export async function probePort(port: number): Promise<PortState> {
  // Some systems allow binding a port that another process listens on at all addresses, so also try to connect.
  if (await answers(port)) return { kind: 'in_use' };
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'EADDRINUSE' ? { kind: 'in_use' } : { kind: 'refused', reason: reasonOf(error) });
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve({ kind: 'free' })));
  });
}

/** Checks whether something accepts connections on a port. */
export function answers(port: number, address = host): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: address, timeout: 1000 });
    const settle = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
  });
}
