import type { TestReport } from '../../core/connection-requests.ts';
import type { Asked } from './asked.ts';

/** Tests a connection, stage by stage. A failed test is an answer like any other. */
export async function test({ session, signal }: Asked<'test'>): Promise<TestReport> {
  const { ok, checks, latencyMs } = await session.test(signal);
  return { ok, checks, latency_ms: latencyMs };
}
