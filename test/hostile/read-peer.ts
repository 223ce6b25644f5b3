/** Reads a page from a peer on loopback, and says what became of it: `read-peer.ts CONNECTOR HOST:PORT CONFIG CREDENTIALS OBJECT`. */
import { connector as email } from '../../connectors/email/index.ts';
import { connector as ldap } from '../../connectors/ldap/index.ts';
import { connector as mysql } from '../../connectors/mysql/index.ts';
import { connector as postgres } from '../../connectors/postgres/index.ts';
import { connector as sftp } from '../../connectors/sftp/index.ts';
import { toJsonObject } from '../../connectors/kit/type-guards.ts';
import { ConnectorError } from '../../core/connector-error.ts';
import type { JsonObject } from '../../core/json.ts';
import { openTestSession } from '../harness/http-session.ts';

const connectors = { email, ldap, mysql, postgres, sftp };

const [id = '', address = '', config = '', credentials = '', object = ''] = process.argv.slice(2);
const connector = Object.values(connectors).find((known) => known.id === id);
if (connector === undefined) throw new TypeError(`There is no connector ${id} to read with.`);
const session = openTestSession(connector, {
  config: toJsonObject(JSON.parse(config)),
  credentials: toJsonObject(JSON.parse(credentials)),
  allow: [address],
});
const options = object.endsWith('/') ? { read: 'listing' } : {};
try {
  const page = await session.openSource({ object, options }).readPage(null, AbortSignal.timeout(30_000));
  say({ records: page.records.length });
} catch (error) {
  say(error instanceof ConnectorError ? { refused: error.kind, message: error.message } : { thrown: String(error) });
} finally {
  await session.close();
}
process.exit();

function say(outcome: JsonObject): void {
  process.stdout.write(JSON.stringify(outcome));
}
