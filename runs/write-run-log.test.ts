import { describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { newUuid, toId } from '../core/ids.ts';
import { openDatabase } from '../drizzle/index.ts';
import { createRateLimiter } from '../sessions/connection-rate-limiter.ts';
import { writeRunLog } from './write-run-log.ts';

const [orgId, integrationId, runId, connectionId] = [newUuid(), newUuid(), newUuid(), newUuid()];

/** A database that is gone, and what is logged meanwhile. */
async function loseDatabase(): Promise<{ database: ReturnType<typeof openDatabase>; warnings: object[] }> {
  const database = openDatabase('postgres://hub@127.0.0.1:9/hub', { role: 'hub_app', max: 1 });
  await database.close();
  return { database, warnings: [] };
}

describe('runs/write-run-log', () => {
  it('goes on where an entry cannot be written, and says so', async () => {
    const { database, warnings } = await loseDatabase();
    const log = { warn: (fields: object, message: string) => void warnings.push({ ...fields, message }) };

    const entry = { level: 'info', code: 'waited', message: 'Silence.' } as const;
    await writeRunLog({ database, log }, { orgId, integrationId, runId }, entry);

    const message = 'an entry of the log of a run could not be written';
    expect(warnings).toEqual([
      expect.objectContaining({ run_id: toId('run', runId), code: 'waited', err: expect.any(Error), message }),
    ]);
  });

  it('goes on where a pause of calls cannot be told, and says so', async () => {
    const { database, warnings } = await loseDatabase();
    const log = { warn: (fields: object, message: string) => void warnings.push({ ...fields, message }) };
    const limiter = createRateLimiter(
      { database, clock: systemClock, log },
      { orgId, connectionId, connectorId: 'okta' },
    );

    limiter.pause('calls', 500);

    const message = 'a pause of calls could not be told to the other workers';
    await expect
      .poll(() => warnings)
      .toEqual([expect.objectContaining({ connection_id: toId('connection', connectionId), message })]);
  });
});
