import type { ConnectorErrorKind } from '../../../core/connector-error.ts';
import type { HttpConnector } from '../define.ts';
import { type Fault, FaultError } from '../fault.ts';
import { planFixed } from '../plan.ts';
import type { TestReport } from '../session.ts';
import { stageOf, type TestFinding, toTestReport } from '../staged-test.ts';
import { runBounded } from './bounded.ts';
import type { HttpContext } from './context.ts';

/** Tests a connection by its connector's one cheap call. Faults are findings, except when the caller gives up. */
export async function testHttp(
  connector: HttpConnector,
  context: HttpContext,
  signal: AbortSignal,
): Promise<TestReport> {
  const began = context.clock.monotonic();
  const finding = await probe(connector, context, signal);
  return toTestReport(finding, context.clock.monotonic() - began);
}

async function probe({ test }: HttpConnector, context: HttpContext, signal: AbortSignal): Promise<TestFinding> {
  const request = typeof test.request === 'function' ? test.request(context.scope.config) : test.request;
  const planned = planFixed(request, context.scope);
  if (!planned.ok) return { ok: false, stage: 'reach', fault: { ...planned.fault, kind: 'config' } };
  const { client } = context;
  const life = new AbortController();
  try {
    return await runBounded(life, context.timeoutMs, signal, async (): Promise<TestFinding> => {
      // The head of the answer is enough: what is behind it may be a large file.
      const raw = await client.open(planned.plan, life.signal);
      const answered = `The system answered with status ${raw.status}.`;
      if (raw.status >= 200 && raw.status < 300) return { ok: true, message: answered };
      const fault = (await client.judge(raw)) ?? unexpected;
      if (test.passes === 'any_answer' && !refusals.has(fault.kind)) return { ok: true, message: answered };
      const { vendorMessage } = fault;
      const scrubbed = { ...fault, vendorMessage: vendorMessage && context.scrub(vendorMessage) };
      return { ok: false, stage: stageOf(fault), fault: scrubbed };
    });
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return { ok: false, stage: 'reach', fault: error.fault };
  } finally {
    life.abort();
  }
}

const unexpected: Fault = { kind: 'unknown', message: 'The system gave an unexpected answer.' };

/** Answers that prove that the connection does not work, whatever was asked. */
const refusals: ReadonlySet<ConnectorErrorKind> = new Set([
  'auth_invalid',
  'auth_expired',
  'permission',
  'transient',
  'maintenance',
  'config',
]);
