import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { workerFlags } from '../../start/processes/node-children.ts';
import { hostilePeers, startHostilePeer } from './peers.ts';
import { reachPeer } from './reach-peer.ts';

const program = fileURLToPath(new URL('./read-peer.ts', import.meta.url));

describe('test/hostile/peers', { timeout: 120_000 }, () => {
  it.each(Object.entries(hostilePeers))('%s: refused, and the process lives on', async (_name, peer) => {
    const { port, server } = await startHostilePeer(peer);
    try {
      const { address, connector, config, credentials, object } = reachPeer(peer, port);
      const args = [
        ...workerFlags,
        program,
        connector,
        address,
        JSON.stringify(config),
        JSON.stringify(credentials),
        object,
      ];
      const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 100_000 });
      expect(JSON.parse(stdout)).toEqual({
        // Endless answers are no matter of a second try. Files are read in parts, each of which may be late.
        refused: connector === 'sftp' ? expect.stringMatching(/^(?:transient|config)$/) : 'schema_drift',
        message: expect.stringMatching(connector === 'sftp' ? /too large|in time/ : /memory|not LDAP|larger|too large/),
      });
    } finally {
      server.close();
    }
  });
});
