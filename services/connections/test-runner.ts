import { z } from 'zod';
import type { TestReport } from '../../connectors/kit/session.ts';
import type { Clock } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import type { Database } from '../../drizzle/client.ts';
import type { connectionTests } from '../../drizzle/schema/index.ts';
import type { Row } from '../rows.ts';
import { inTenant } from '../transaction.ts';
import { createAnswerBell } from './answer-bell.ts';

/** Runs the test of a connection where its credentials can be opened: in a worker. */
export interface TestRunner {
  test(orgId: string, connectionId: string, deadlineMs: number): Promise<TestReport>;
}

/** How often the row is looked at while no notification comes: they are hints and may be lost. */
const pollMs = 1000;
/** At least so long between two looks, should a notification come before its answer. */
const breathMs = 50;
/** A worker marks a request as running when it takes it up; where none does so within this time, none is there. */
const takeUpMs = 10_000;
const retryAfterSeconds = 5;

/** The shape that workers write into `connection_tests.report`. */
export const testReport = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), code: z.string(), message: z.string() })),
  latencyMs: z.number(),
}) satisfies z.ZodType<TestReport>;

/**
 * Hands tests to workers through Postgres: a row asks, `hub_relay` wakes a worker, which fills in the report and rings
 * `hub_answer` with the row's id. The row holds no credential, and goes when its reader has seen the answer.
 */
export function createTestRunner(means: { database: Database; clock: Clock }): TestRunner {
  const { database } = means;
  const bell = createAnswerBell(database, 'hub_answer');
  return {
    test: async (orgId, connectionId, deadlineMs) => {
      const id = newUuid();
      await bell.listen();
      const rung = bell.wait(id);
      try {
        await inTenant({ database, orgId }, ({ sql }) =>
          Promise.all([
            sql`insert into connection_tests (org_id, id, connection_id) values (${orgId}, ${id}, ${connectionId})`,
            sql`select pg_notify('hub_relay', '')`,
          ]),
        );
        return await waitForReport(means, { orgId, id, rung, deadlineMs });
      } finally {
        bell.forget(id);
        await inTenant({ database, orgId }, async ({ sql }) => {
          await sql`delete from connection_tests where org_id = ${orgId} and id = ${id}`;
        });
      }
    },
  };
}

async function waitForReport(
  { database, clock }: { database: Database; clock: Clock },
  request: { orgId: string; id: string; rung: Promise<void>; deadlineMs: number },
): Promise<TestReport> {
  const { orgId, id } = request;
  const begun = clock.monotonic();
  for (;;) {
    await Promise.race([request.rung, clock.sleep(pollMs)]);
    const [row] = await inTenant(
      { database, orgId },
      async ({ sql }) =>
        await sql<Row<typeof connectionTests, 'status' | 'report'>[]>`
        select status, report from connection_tests where org_id = ${orgId} and id = ${id}`,
    );
    if (row?.status === 'done') return testReport.parse(row.report);
    const waitedMs = clock.monotonic() - begun;
    if (row?.status !== 'running' && waitedMs >= Math.min(takeUpMs, request.deadlineMs)) throw noWorker();
    if (waitedMs >= request.deadlineMs) throw tookTooLong();
    await clock.sleep(breathMs);
  }
}

function noWorker(): HubError {
  return new HubError('service_unavailable', 'No worker is there to test the connection. Please try again.', {
    retryAfterSeconds,
  });
}

function tookTooLong(): HubError {
  return new HubError('upstream_timeout', 'The third party did not answer the test in time.', { retryAfterSeconds });
}
