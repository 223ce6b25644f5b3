import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers } from '../../start/servers/ports.ts';
import { runCommand } from '../../start/processes/run-command.ts';
import { createCertificate } from '../harness/http-certificate.ts';
import { type Peer, startPeer } from './start-peer.ts';

export const mailPassword = 'CANARY-mail-3fb0';

/** An IMAP server on which every user has that password, and an empty mailbox. Its port begins in clear. */
export interface MailboxServer extends Peer {
  /** Certificate of the host name `localhost`. */
  certificate: string;
}

/** Starts Dovecot. */
export async function startDovecot(unpacked: string): Promise<MailboxServer> {
  const { key, cert } = createCertificate('localhost');
  // Of the length of the path that it stands for.
  const modules = `/tmp/hub-lab-${randomBytes(6).toString('hex').slice(1)}`;
  try {
    const peer = await startPeer({
      root: unpacked,
      program: 'usr/bin/doveconf',
      // It would need users and folders of its own.
      refusesRoot: true,
      prepare: async ({ folder, port, root, user }) => {
        symlinkSync(join(root, 'usr/lib/dovecot/modules'), modules);
        movePrograms(join(root, 'usr/lib/dovecot'), join(folder, 'lib'), modules);
        writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
        writeFileSync(join(folder, 'cert.pem'), cert);
        const { output } = await runCommand('id', ['-gn', user]);
        const file = join(folder, 'dovecot.conf');
        writeFileSync(file, toConfiguration(folder, port, user, output.trim()));
        const server = [join(root, 'usr/sbin/dovecot'), '-F', '-c', file];
        return ['-f', 'service=master', '-c', file, '-m', 'master', '-e', ...server];
      },
      isReady: answers,
    });
    const stop = async (): Promise<void> => {
      await peer.stop();
      rmSync(modules);
    };
    return { ...peer, certificate: cert, stop };
  } catch (error) {
    rmSync(modules, { force: true });
    throw error;
  }
}

const compiledIn = '/usr/lib/dovecot/modules';

/** Its programs, with the one path that no setting moves pointing to where the modules are. */
function movePrograms(from: string, to: string, modules: string): void {
  mkdirSync(to);
  for (const { name } of readdirSync(from, { withFileTypes: true }).filter((entry) => !entry.isDirectory())) {
    const program = readFileSync(join(from, name), 'latin1');
    if (program.includes(compiledIn)) {
      writeFileSync(join(to, name), program.replaceAll(compiledIn, modules), { encoding: 'latin1', mode: 0o755 });
    } else symlinkSync(join(from, name), join(to, name));
  }
}

function toConfiguration(folder: string, port: number, user: string, group: string): string {
  const state = join(folder, 'state');
  return `
base_dir = ${state}
state_dir = ${state}
libexec_dir = ${join(folder, 'lib')}
import_environment = LD_LIBRARY_PATH
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
first_valid_uid = 1
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${join(folder, 'cert.pem')}
ssl_key = <${join(folder, 'key.pem')}
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:~/Maildir
passdb {
  driver = static
  args = password=${mailPassword}
}
userdb {
  driver = static
  args = uid=${user} gid=${group} home=${join(folder, 'home')}/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;
}
