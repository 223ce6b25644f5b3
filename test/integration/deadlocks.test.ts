import { describe, expect, it } from 'vitest';
import { HubError } from '../../core/errors.ts';
import { toApplicationFailure } from '../../runs/to-application-failure.ts';
import { inTenant } from '../../services/shared/transaction.ts';
import { useTenants } from '../harness/database/tenants.ts';

const hub = useTenants();

/** Two transactions that each hold what the other one waits for. @returns what became of each. */
async function lockInACircle(): Promise<PromiseSettledResult<unknown>[]> {
  const [orgId] = hub.organizations;
  const held = Promise.withResolvers<void>();
  let holders = 0;
  const lock = (first: number, second: number) =>
    inTenant({ database: hub.relay, orgId }, async ({ sql }) => {
      await sql`select pg_advisory_xact_lock(${first}::int)`;
      holders += 1;
      if (holders === 2) held.resolve();
      await held.promise;
      await sql`select pg_advisory_xact_lock(${second}::int)`;
    });
  return Promise.allSettled([lock(1, 2), lock(2, 1)]);
}

describe('test/integration/deadlocks', () => {
  it('ends one of two transactions that wait for each other, and lets that be repeated', async () => {
    const ended = await lockInACircle();

    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const errors = ended.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
    expect(errors).toEqual([expect.any(HubError)]);
    expect(errors[0]).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: expect.any(Number) });
    expect(toApplicationFailure(errors[0]).nonRetryable).toBe(false);
  });
});
