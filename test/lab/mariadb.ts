import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mysql, { type Connection } from 'mysql2/promise';
import { answers } from '../../start/servers/ports.ts';
import { createCertificate } from '../harness/http-certificate.ts';
import { type Peer, startPeer } from './start-peer.ts';

export const password = 'CANARY-maria-52c1';

/** A database server with one user `hub`, who owns the database `hr`. */
export interface DatabaseServer extends Peer {
  /** Certificate of the host name `localhost`. */
  certificate: string;
  /** A connection of the test's own. */
  admin: Connection;
}

const program = 'usr/sbin/mariadbd';

/** Starts MariaDB with its system tables and that one user. */
export async function startMariadb(root: string): Promise<DatabaseServer> {
  const { key, cert } = createCertificate('localhost');
  const peer = await startPeer({
    root,
    program,
    prepare: async ({ folder, port, user, run }) => {
      const data = join(folder, 'data');
      const shared = join(root, 'usr/share/mysql');
      mkdirSync(join(data, 'mysql'), { recursive: true });
      const tables = ['mysql_system_tables.sql', 'mysql_system_tables_data.sql'];
      const setup = ['use mysql;', ...tables.map((name) => readFileSync(join(shared, name), 'utf8')), logins].join(
        '\n',
      );
      writeFileSync(join(folder, 'setup.sql'), setup, { mode: 0o600 });
      const args = [
        '--no-defaults',
        // It works for root only when told to.
        `--user=${user}`,
        `--datadir=${data}`,
        `--lc-messages-dir=${shared}`,
        `--character-sets-dir=${join(shared, 'charsets')}`,
        '--innodb-buffer-pool-size=32M',
        '--innodb-flush-log-at-trx-commit=0',
      ];
      writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
      writeFileSync(join(folder, 'cert.pem'), cert);
      await run(program, [...args, '--bootstrap'], join(folder, 'setup.sql'));
      const network = [
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        '--skip-name-resolve',
        `--socket=${join(folder, 's')}`,
      ];
      const tls = [`--ssl-key=${join(folder, 'key.pem')}`, `--ssl-cert=${join(folder, 'cert.pem')}`];
      return [...args, ...network, ...tls];
    },
    isReady: answers,
  });
  const admin = await mysql.createConnection({
    host: '127.0.0.1',
    port: peer.port,
    user: 'hub',
    password,
    database: 'hr',
    multipleStatements: true,
  });
  const stop = async (): Promise<void> => {
    admin.destroy();
    await peer.stop();
  };
  return { ...peer, certificate: cert, admin, stop };
}

const logins = `
create database hr character set utf8mb4;
flush privileges;
create user hub@'%' identified by '${password}';
grant all on hr.* to hub@'%';
`;
