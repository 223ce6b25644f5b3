import { dirname, join } from 'node:path';
import { answers } from '../../start/servers/ports.ts';
import { installFromPypi } from './install-from-pypi.ts';
import { type Peer, startPeer } from './start-peer.ts';

/** The APIs of Amazon Web Services, from PyPI. @returns `undefined`, said aloud, where they cannot be had. */
export function installMoto(): Promise<string | undefined> {
  const requirements = join(import.meta.dirname, 'moto.requirements.txt');
  const program = { name: 'moto', imports: 'moto.server, flask_cors', requirements };
  return installFromPypi(program, (text) => console.warn(`LAB: ${text}. Its tests are SKIPPED.`));
}

/**
 * Starts an account with no resources: a request goes to the service that its signature names.
 *
 * @param python As `installMoto` gives it.
 * @see https://docs.getmoto.org/en/latest/docs/server_mode.html
 */
export function startMoto(python: string): Promise<Peer> {
  return startPeer({
    root: dirname(dirname(python)),
    program: 'bin/python',
    prepare: ({ port }) => Promise.resolve(['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)]),
    isReady: answers,
  });
}
