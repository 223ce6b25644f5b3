import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../drizzle/index.ts';
import { startQueueLoop } from '../../drizzle/queue-loop.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';

let api: TestApi;
let database: Database;

beforeAll(async () => {
  api = await startTestApi();
  database = openDatabase(api.testDatabase.relayUrl, { role: 'hub_relay', max: 3 });
});

afterAll(async () => {
  await database.close();
  await api.close();
});

describe('test/integration/queue-loop', () => {
  it('takes the rest of a queue without a notification, also where places become free while it is read', async () => {
    const waiting = Array.from({ length: 9 }, (_, item) => item);
    const done: number[] = [];
    const works = new Map<number, PromiseWithResolvers<void>>();
    const endWork = (): void => works.forEach((work) => work.resolve());
    const loop = startQueueLoop<number>(
      { database, log: pino({ level: 'silent' }) },
      {
        channel: 'hub_queue_of_a_test',
        workersMax: 2,
        pollMs: 3_600_000,
        looksAgain: 'full',
        keyOf: String,
        take: async (room) => {
          const items = waiting.splice(0, room);
          await database.sql`select 1`;
          // Whatever else is under way ends while the queue is read.
          endWork();
          await database.sql`select 1`;
          return items;
        },
        work: async (item) => {
          const work = Promise.withResolvers<void>();
          works.set(item, work);
          // One of two is done at once, the other with the next look.
          if (item % 2 === 0 || waiting.length === 0) work.resolve();
          await work.promise;
          done.push(item);
        },
      },
    );

    await expect.poll(() => done.length, { timeout: 20_000 }).toBe(9);
    await loop.stop();
  });
});
