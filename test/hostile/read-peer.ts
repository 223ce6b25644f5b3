/** Reads a page from a peer on loopback, and says what became of it: `node test/hostile/read-peer.ts CONNECTOR PORT`. */
import type { Connector } from '../../connectors/kit/define.ts';
import { connector as email } from '../../connectors/email/index.ts';
import { connector as ldap } from '../../connectors/ldap/index.ts';
import { connector as mysql } from '../../connectors/mysql/index.ts';
import { connector as postgres } from '../../connectors/postgres/index.ts';
import { ConnectorError } from '../../core/connector-error.ts';
import type { JsonObject } from '../../core/json.ts';
import { openTestSession } from '../harness/http-session.ts';

const [name = '', port = ''] = process.argv.slice(2);
const at = { host: '127.0.0.1', port: Number(port) };
const login = { user: 'hub', password: 'x' };

interface Asked {
  connector: Connector;
  config: JsonObject;
  credentials: JsonObject;
  object: string;
}

const database = { config: { ...at, database: 'hr', ssl: 'disable' }, credentials: login, object: 'people' };
const imap = { imap_host: at.host, imap_port: at.port, imap_encryption: 'disable' };
const asked: Readonly<Record<string, Asked>> = {
  postgres: { connector: postgres, ...database },
  mysql: { connector: mysql, ...database },
  ldap: {
    connector: ldap,
    config: { ...at, encryption: 'disable', base_dn: 'dc=a' },
    credentials: { bind_dn: 'cn=a', password: 'x' },
    object: 'inetOrgPerson',
  },
  email: { connector: email, config: imap, credentials: login, object: 'INBOX' },
};

const peer = asked[name];
if (peer === undefined) throw new TypeError(`There is no connector ${name} to read with.`);
const { connector, object, ...connection } = peer;
const session = openTestSession(connector, { ...connection, allow: [`127.0.0.1:${port}`] });
try {
  const page = await session.openSource({ object, options: {} }).readPage(null, AbortSignal.timeout(30_000));
  say({ records: page.records.length });
} catch (error) {
  say(error instanceof ConnectorError ? { refused: error.kind, message: error.message } : { thrown: String(error) });
} finally {
  await session.close();
}
process.exit();

function say(told: JsonObject): void {
  process.stdout.write(JSON.stringify(told));
}
