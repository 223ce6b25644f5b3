import { createConnectionTokens } from '../../../sessions/connection-tokens.ts';
import { refreshTokenAuth } from '../../../connectors/kit/auth/token-methods.ts';
import { systemClock } from '../../../core/clock.ts';
import { ConnectorError } from '../../../core/connector-error.ts';
import { openDatabase } from '../../../drizzle/index.ts';
import { createOpener, readPrivateKeys, readPublicKeys } from '../../../vault/index.ts';
import { connectorWith } from '../auth-connector.ts';
import { openTestSession, readAll } from '../http-session.ts';

/**
 * A process that reads through one connection whose tokens it shares with others: `node test/harness/processes/token-process.ts
 * DATABASE_URL KEY_FILE ORG CONNECTION VERSION BASE_URL LEASE_MS`. For each number that it is sent it reads so many times
 * at once, and sends back how the reads ended.
 */
const [databaseUrl = '', keyFile = '', orgId = '', connectionId = '', version = '', baseUrl = '', leaseMs = ''] =
  process.argv.slice(2);

const database = openDatabase(databaseUrl, { role: 'hub_app', max: 4 });
const opener = createOpener(await readPrivateKeys(keyFile), systemClock);
const publicKeys = await readPublicKeys(keyFile.replace(/\.json$/, '.pub.json'));
const deps = { database, clock: systemClock, opener, publicKeys, log: console, tokenLeaseMs: Number(leaseMs) };
const session = openTestSession(connectorWith(refreshTokenAuth({ tokenUrl: '{config.base_url}/token' })), {
  config: { base_url: baseUrl },
  credentials: { client_id: 'c', client_secret: 's', refresh_token: 'r0' },
  allow: ['127.0.0.0/8'],
  tokens: createConnectionTokens(deps, { orgId, connectionId, version: Number(version) }),
});

async function read(): Promise<string> {
  try {
    await readAll(session.openSource({ object: 'people', options: {} }), AbortSignal.timeout(60_000));
    return 'ok';
  } catch (error) {
    return error instanceof ConnectorError ? `${error.kind}: ${error.message}` : String(error);
  }
}

process.on('message', (times) => {
  void Promise.all(Array.from({ length: Number(times) }, read)).then((ends) => process.send?.(ends));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
