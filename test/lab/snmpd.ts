import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSession, Version2c } from 'net-snmp';
import { type Peer, startPeer } from './start-peer.ts';

export const community = 'CANARY-snmp-5c1e';
export const snmpUser = { user: 'hub', auth_password: 'CANARY-snmp-auth', priv_password: 'CANARY-snmp-priv' };

/** The entry of a table of the test's own, in the part of the tree that Net-SNMP keeps for such. */
export const tableEntry = '1.3.6.1.4.1.8072.9999.9999.1.1';

/** A value of that table: `column.index`, and what it holds. */
export type Cell = readonly [place: string, type: 'integer' | 'octet_str', value: string];

/** Starts an agent with a table of the test's own; a community and a version 3 user may set what can be set. */
export function startSnmpd(root: string, cells: readonly Cell[]): Promise<Peer> {
  return startPeer({
    root,
    program: 'usr/sbin/snmpd',
    prepare: ({ folder, port }) => {
      const { user, auth_password: auth, priv_password: priv } = snmpUser;
      const configuration = [
        `[snmp] persistentDir ${join(folder, 'state')}`,
        `agentaddress udp:127.0.0.1:${port}`,
        `createUser ${user} SHA-256 "${auth}" AES "${priv}"`,
        `rwuser ${user} priv`,
        `rwcommunity ${community} 127.0.0.1`,
        'dontLogTCPWrappersConnects yes',
        ...cells.map(([place, type, value]) => `override -rw ${tableEntry}.${place} ${type} ${value}`),
        '',
      ];
      const file = join(folder, 'agent.conf');
      writeFileSync(file, configuration.join('\n'), { mode: 0o600 });
      return Promise.resolve(['-f', '-Lo', '-C', '-c', file]);
    },
    isReady: answers,
  });
}

function answers(port: number): Promise<boolean> {
  const session = createSession('127.0.0.1', community, { port, version: Version2c, timeout: 500, retries: 0 });
  return new Promise((resolve) => {
    session.get(['1.3.6.1.2.1.1.3.0'], (error) => {
      session.close();
      resolve(error === null);
    });
  });
}
