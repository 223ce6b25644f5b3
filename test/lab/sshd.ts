import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers } from '../../start/servers/ports.ts';
import { makeSshKeys } from './ssh-keys.ts';
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
  const host = makeSshKeys();
  const login = makeSshKeys();
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
  return { ...peer, files: join(peer.folder, 'files'), hostKey: host.fingerprint, privateKey: login.private };
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
