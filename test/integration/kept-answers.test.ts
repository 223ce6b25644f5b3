import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOnce, type KeepDeps } from '../../api/idempotency.ts';
import { notFound } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import { type Database, openDatabase, withTenant } from '../../drizzle/index.ts';
import type { ServiceContext } from '../../services/shared/context.ts';
import { createAnswerSealer } from '../../services/idempotency/answer-sealer.ts';
import type { Attempt } from '../../services/idempotency/kept-answers.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

const orgId = newUuid();
const attempt: Attempt = { orgId, route: 'POST /things', key: 'once', fingerprint: Buffer.alloc(32) };
const deps: KeepDeps = { answers: createAnswerSealer('a pepper of this test'), publicUrl: 'http://hub.example' };
const made = { status: 201, headers: {}, body: '{"made":true}' };

let database: TestDatabase;
/** Of two processes; the first has one connection, so that what waits for it goes in order. */
let smallPool: Database;
let other: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  smallPool = openDatabase(database.appUrl, { role: 'hub_app', max: 1 });
  other = openDatabase(database.appUrl, { role: 'hub_app', max: 1 });
  await withTenant(other, orgId, ({ sql }) => sql`insert into organizations (id, name) values (${orgId}, 'mine')`);
});

afterAll(async () => {
  await Promise.all([smallPool.close(), other.close()]);
  await database.drop();
});

function attemptOn(on: Database, answer: () => Promise<typeof made>): Promise<{ status: number; body: string }> {
  // What an attempt needs of a request.
  const ctx = { database: on, orgId, requestId: 'req_x' } as ServiceContext;
  return answerOnce(ctx, attempt, deps, { prepare: undefined, answer });
}

describe('test/integration/kept-answers', () => {
  it('gives what was done again, not what was refused to an earlier attempt a moment before', async () => {
    const [rolledBack, begun, over] = [Promise.withResolvers(), Promise.withResolvers(), Promise.withResolvers()];
    const first = attemptOn(smallPool, () => {
      // Has the only connection between the transaction of the refusal and the one that keeps it.
      void withTenant(smallPool, orgId, () => {
        rolledBack.resolve(undefined);
        return begun.promise;
      });
      throw notFound();
    });
    const second = rolledBack.promise.then(() =>
      attemptOn(other, async () => {
        begun.resolve(undefined);
        await over.promise;
        return made;
      }),
    );

    await expect(first).rejects.toMatchObject({ code: 'not_found' });
    over.resolve(undefined);
    const done = await second;
    const again = await attemptOn(other, () => Promise.reject(new Error('It was done.')));

    expect([done.status, again.status, again.body]).toEqual([201, 201, made.body]);
  });
});
