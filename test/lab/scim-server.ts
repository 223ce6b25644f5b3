import { dirname, join } from 'node:path';
import { answers } from '../../start/servers/ports.ts';
import { installFromPypi } from './install-from-pypi.ts';
import { type Peer, startPeer } from './start-peer.ts';

export const scimToken = 'CANARY-scim-token-81';

/** A service that speaks SCIM 2.0, from PyPI. @returns `undefined`, said aloud, where it cannot be had. */
export function installScimServer(): Promise<string | undefined> {
  const requirements = join(import.meta.dirname, 'scim-server.requirements.txt');
  const program = { name: 'scim2-server', imports: 'scim2_server.testserver.cli', requirements };
  return installFromPypi(program, (text) => console.warn(`LAB: ${text}. Its tests are SKIPPED.`));
}

/** Starts it without resources. @param python As `installScimServer` gives it. @see https://scim2-server.readthedocs.io/ */
export function startScimServer(python: string): Promise<Peer> {
  return startPeer({
    root: dirname(dirname(python)),
    program: 'bin/scim2-server',
    prepare: ({ port }) => Promise.resolve(['--port', String(port), '--bearer-token', scimToken]),
    isReady: answers,
  });
}
