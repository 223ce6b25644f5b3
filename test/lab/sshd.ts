import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { answers } from '../../start/servers/ports.ts';
import { type Peer, startPeer } from './start-peer.ts';

/** A server of files; the user lands in `files`. */
export interface FileServer extends Peer {
  files: string;
  /** `SHA256:…` of its key. */
  hostKey: string;
  privateKey: string;
}

/** Starts OpenSSH for SFTP alone, for one user with one key. */
export async function startSshd(root: string): Promise<FileServer> {
  const host = generateKeyPair();
  const login = generateKeyPair();
  const peer = await startPeer({
    root,
    program: 'usr/sbin/sshd',
    // For root, it would need a folder of the machine's own.
    refusesRoot: true,
    prepare: ({ folder, port }) => {
      mkdirSync(join(folder, 'files'));
      writeFileSync(join(folder, 'host_key'), host.private, { mode: 0o600 });
      writeFileSync(join(folder, 'authorized_keys'), `${login.public}\n`, { mode: 0o600 });
      writeFileSync(join(folder, 'sshd_config'), toConfiguration(folder, port));
      return Promise.resolve(['-D', '-e', '-f', join(folder, 'sshd_config')]);
    },
    isReady: answers,
  });
  const key = Buffer.from(host.public.split(' ')[1] ?? '', 'base64');
  const hostKey = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
  return { ...peer, files: join(peer.folder, 'files'), hostKey, privateKey: login.private };
}

/** Generates a pair that can be read: ssh2 writes about one in 300 without a leading zero, and then cannot parse it. */
function generateKeyPair(): ReturnType<typeof ssh2.utils.generateKeyPairSync> {
  const pair = ssh2.utils.generateKeyPairSync('ed25519');
  return ssh2.utils.parseKey(pair.private) instanceof Error ? generateKeyPair() : pair;
}

function toConfiguration(folder: string, port: number): string {
  return [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host_key')}`,
    `AuthorizedKeysFile ${join(folder, 'authorized_keys')}`,
    'PidFile none',
    // Without it, users without a password count as locked out, also for their keys.
    'UsePAM yes',
    'KbdInteractiveAuthentication no',
    'StrictModes no',
    'PasswordAuthentication no',
    'Subsystem sftp internal-sftp',
    `ForceCommand internal-sftp -d ${join(folder, 'files')}`,
    'LogLevel VERBOSE',
    '',
  ].join('\n');
}
