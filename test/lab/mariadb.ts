import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mysql, { type Connection } from 'mysql2/promise';
import { answers } from '../../start/servers/ports.ts';
import { createCertificate } from '../harness/http-certificate.ts';
import { type Peer, startPeer } from './start-peer.ts';

export const password = 'CANARY-maria-52c1';

/** A database server with one user `hub`, who owns the database `hr`. */
export interface DatabaseServer extends Pick<Peer, 'port' | 'stop'> {
  /** Certificate of the host name `localhost`; empty where the server is not ours. */
  certificate: string;
  /** A connection of the test's own. */
  admin: Connection;
}

const { HUB_TEST_MYSQL: other } = process.env;

/** The server is started here, with settings of ours. */
export const isOwnServer = other === undefined;

const program = 'usr/sbin/mariadbd';

/**
 * Starts MariaDB with its system tables and that one user. Where `HUB_TEST_MYSQL` names another server of the kind, as
 * `mysql://root@127.0.0.1:3306` does, both are made there.
 */
export async function startMariadb(root: string): Promise<DatabaseServer> {
  if (other !== undefined) return prepareOther(new URL(other));
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
        `--tmpdir=${folder}`,
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
  const admin = await connect('127.0.0.1', peer.port);
  const stop = async (): Promise<void> => {
    admin.destroy();
    await peer.stop();
  };
  return { port: peer.port, certificate: cert, admin, stop };
}

/** A statement a line: the server is given them before it listens. */
const database = 'create database hr character set utf8mb4;\n';
const user = `create user hub@'%' identified by '${password}';\ngrant all on hr.* to hub@'%';\n`;
const logins = `${database}flush privileges;\n${user}`;

function connect(host: string, port: number): Promise<Connection> {
  return mysql.createConnection({ host, port, user: 'hub', password, database: 'hr', multipleStatements: true });
}

/** Nothing is left of what other tests made there. */
async function prepareOther({
  hostname: host,
  port: portText,
  username,
  password: secret,
}: URL): Promise<DatabaseServer> {
  const port = portText === '' ? 3306 : Number(portText);
  const login = { user: decodeURIComponent(username), password: decodeURIComponent(secret) };
  const owner = await mysql.createConnection({ host, port, ...login, multipleStatements: true });
  await owner.query(`drop database if exists hr; drop user if exists hub@'%'; ${database} ${user}`);
  await owner.end();
  const admin = await connect(host, port);
  return {
    port,
    certificate: '',
    admin,
    stop: () => {
      admin.destroy();
      return Promise.resolve();
    },
  };
}
