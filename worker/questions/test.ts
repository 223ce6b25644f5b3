import type { TestReport } from '../../core/connection-requests.ts';
import type { HandlerContext } from './handler-context.ts';

/** Tests a connection, stage by stage. A failed test is an answer like any other. */
export async function test({ session, signal }: HandlerContext<'test'>): Promise<TestReport> {
  const { ok, checks, latencyMs } = await session.test(signal);
  return { ok, checks, latency_ms: latencyMs };
}
