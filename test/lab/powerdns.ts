import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findPort, answers } from '../../start/servers/ports.ts';
import { type Peer, startPeer } from './start-peer.ts';

export const dnsApiKey = 'CANARY-dns-91ab';

/** Starts an authoritative name server with its HTTP API, whose port the peer's is, and no zones. */
export function startPowerdns(root: string): Promise<Peer> {
  return startPeer({
    root,
    program: 'usr/sbin/pdns_server',
    prepare: async ({ folder, port }) => {
      const database = join(folder, 'zones.sqlite');
      const schema = join(root, 'usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql');
      const opened = new DatabaseSync(database);
      opened.exec(readFileSync(schema, 'utf8'));
      opened.close();
      const settings = [
        'launch=gsqlite3',
        `gsqlite3-database=${database}`,
        `module-dir=${findModules(join(root, 'usr/lib'))}`,
        `socket-dir=${folder}`,
        'local-address=127.0.0.1',
        `local-port=${await findPort(0)}`,
        'api=yes',
        `api-key=${dnsApiKey}`,
        'webserver=yes',
        'webserver-address=127.0.0.1',
        `webserver-port=${port}`,
        'security-poll-suffix=',
      ];
      writeFileSync(join(folder, 'pdns.conf'), `${settings.join('\n')}\n`, { mode: 0o600 });
      return [`--config-dir=${folder}`, '--daemon=no', '--guardian=no', '--write-pid=no'];
    },
    isReady: answers,
  });
}

/** Debian has them in a folder of the processor's kind. */
function findModules(libraries: string): string {
  const kind = readdirSync(libraries).find((name) => name.endsWith('-linux-gnu')) ?? '';
  return join(libraries, kind, 'pdns');
}
