import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import type { ServiceContext } from '../context.ts';
import { requireScope } from '../scopes.ts';
import { toLookup } from '../shapes.ts';
import { inTenant } from '../transaction.ts';

/** What a test of a connection found, stage by stage. @see API.md §3 */
export const testReportRecord = z
  .object({
    ok: z.boolean(),
    checks: z.array(z.object({ name: z.string(), ok: z.boolean(), code: z.string(), message: z.string() })),
    latency_ms: z.number().min(0),
  })
  .meta({ id: 'ConnectionTest' });

export type TestReportRecord = z.infer<typeof testReportRecord>;

/** Within the 30 s that a request may take. */
const deadlineMs = 25_000;

/**
 * Has a worker call the third party with the stored credentials. A failed test is a result, not an error.
 *
 * @throws {HubError} `not_found`; `upstream_timeout` when the test took too long; `service_unavailable` when no worker
 *   took it up.
 */
export async function testConnection({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<TestReportRecord> {
  requireScope(ctx, 'connections:test');
  const id = toLookup('connection', input.id);
  const [found] = await inTenant(
    ctx,
    async ({ sql }) =>
      await sql`
      select 1 from connections where org_id = ${ctx.orgId} and id = ${id} and deleted_at is null`,
  );
  if (found === undefined) throw notFound();
  const { ok, checks, latencyMs } = await ctx.testRunner.test(ctx.orgId, id, deadlineMs);
  return { ok, checks, latency_ms: latencyMs };
}
