import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { newUuid, toId } from '../core/ids.ts';
import { type Database, openDatabase } from '../drizzle/index.ts';
import { createRateLimiter } from '../sessions/connection-rate-limiter.ts';
import { createTestDatabase, type TestDatabase } from '../test/harness/database.ts';
import { writeRunLog } from './write-run-log.ts';

const [orgId, integrationId, runId, connectionId] = [newUuid(), newUuid(), newUuid(), newUuid()];

let testDatabase: TestDatabase;
let database: Database;
let warnings: object[];

const log = { warn: (fields: object, message: string) => void warnings.push({ ...fields, message }) };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.appUrl, { role: 'hub_app', max: 1 });
});

beforeEach(() => {
  warnings = [];
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

describe('runs/write-run-log', () => {
  it('continues if an entry cannot be written, and logs it', async () => {
    // There is no such run.
    const entry = { level: 'info', code: 'waited', message: 'Silence.' } as const;
    await writeRunLog({ database, log }, { orgId, integrationId, runId }, entry);

    const message = 'run log entry could not be written';
    expect(warnings).toEqual([
      expect.objectContaining({ run_id: toId('run', runId), code: 'waited', error: expect.any(Error), message }),
    ]);
  });

  it('continues if a pause of calls cannot be written, and logs it', async () => {
    const limiter = createRateLimiter(
      { database, clock: systemClock, log },
      { orgId: 'no id', connectionId, connectorId: 'okta' },
    );

    limiter.pause('calls', 500);

    const message = 'pause of calls could not be shared with other workers';
    await expect
      .poll(() => warnings)
      .toEqual([expect.objectContaining({ connection_id: toId('connection', connectionId), message })]);
  });
});
