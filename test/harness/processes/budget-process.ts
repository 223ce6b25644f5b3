import { createRateLimiter } from '../../../sessions/connection-rate-limiter.ts';
import { noAuth } from '../../../connectors/kit/auth/methods.ts';
import { systemClock } from '../../../core/clock.ts';
import { ConnectorError } from '../../../core/connector-error.ts';
import { openDatabase } from '../../../drizzle/index.ts';
import { connectorWith } from '../auth-connector.ts';
import { openTestSession, readAll } from '../http-session.ts';

/**
 * A process that reads through one connection whose budget it shares with others: `node test/harness/processes/budget-process.ts
 * DATABASE_URL ORG CONNECTION BASE_URL`. For each number that it is sent it reads so many times, eight at once, waits as
 * long as it is told to, and sends `done`.
 */
const [databaseUrl = '', orgId = '', connectionId = '', baseUrl = ''] = process.argv.slice(2);
const lanes = 8;

const database = openDatabase(databaseUrl, { role: 'hub_app', max: 2 });
const connector = connectorWith(noAuth(), {
  buckets: [{ name: 'calls', limit: 60, perMs: 2000 }],
  signals: [
    { header: 'x-rate-limit-remaining', means: 'remaining' },
    { header: 'x-rate-limit-reset', means: 'reset', unit: 'epoch_s' },
  ],
});
const session = openTestSession(connector, {
  config: { base_url: baseUrl },
  allow: ['127.0.0.0/8'],
  limiter: createRateLimiter(
    { database, clock: systemClock, log: console },
    { orgId, connectionId, connectorId: connector.id },
  ),
});

async function read(): Promise<void> {
  for (;;) {
    try {
      await readAll(session.openSource({ object: 'people', options: {} }));
      return;
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.retryAfterMs === undefined) throw error;
      await systemClock.sleep(error.retryAfterMs);
    }
  }
}

async function readMany(times: number): Promise<void> {
  let left = times;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await read();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  process.send?.('done');
}

process.on('message', (times) => void readMany(Number(times)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
