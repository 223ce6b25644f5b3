import { isIP } from 'node:net';
import { ConnectorError, type ConnectorErrorKind } from '../../../core/connector-error.ts';
import type { RecordSource } from '../../../core/records.ts';
import type { AuthMethod } from '../../kit/auth/methods.ts';
import type { HttpConnector, MistakenSystem } from '../../kit/connector.ts';
import type { HttpObject } from '../../kit/object-types.ts';
import { listHoles, parseTemplate } from '../../kit/template.ts';
import { toPlainText } from '../../kit/type-guards.ts';
import type { CompiledPolicy } from '../shared/egress/policy.ts';
import { type Destination, reach } from '../shared/egress/reach.ts';
import { type Fault, FaultError } from '../../kit/fault.ts';
import { compileReader } from '../../../core/path-readers.ts';
import { readDocument } from '../shared/decode/document.ts';
import { planFixed, type RequestPlan } from './exchange/plan.ts';
import type { SourceRequest, TestCheck } from '../shared/session.ts';
import { accepted, failed, judgeCall, passed, stageTimeoutsMs } from '../shared/staged-test.ts';
import { runBounded } from '../shared/bounded.ts';
import type { HttpContext } from './context.ts';

interface TestedSession {
  context: HttpContext;
  policy: CompiledPolicy;
  method: AuthMethod;
  openSource(request: SourceRequest): RecordSource;
}

/**
 * Tests a connection: whether its host can be reached, the connector's test call, and a first record
 * of the first declared object that its configuration is enough for.
 *
 * @throws the reason of `signal`; failures of the system are results.
 */
export async function* testHttp(
  connector: HttpConnector,
  session: TestedSession,
  signal: AbortSignal,
): AsyncGenerator<TestCheck> {
  const { context, policy, method } = session;
  const { request } = connector.test;
  const common = typeof request === 'function' ? request(context.scope.config) : request;
  const planned = planFixed(method.reaches?.request ?? common, context.scope);
  const destination = planned.ok ? toDestination(planned.plan, context) : undefined;
  if (!planned.ok || destination === undefined) {
    yield failed('dns', 'config', planned.ok ? 'The address is not a URL.' : planned.fault.message);
    return;
  }
  yield* reach(policy, destination, signal);
  const allowed = await findAllowed(connector.test, context, planned.plan, signal);
  yield* call(connector, context, allowed.plan, signal);
  const [first] = Object.entries(connector.objects).find(([, object]) => isListable(object, context)) ?? [];
  const object = method.reaches === undefined ? (allowed.object ?? first) : method.reaches.object;
  if (object !== undefined) yield await readFirst(session, object, signal);
}

/** The first call that the rights of the connection are enough for; the first of all, where they are enough for none. */
async function findAllowed(
  { others = [] }: HttpConnector['test'],
  context: HttpContext,
  first: RequestPlan,
  signal: AbortSignal,
): Promise<{ plan: RequestPlan; object?: string }> {
  const calls: { plan: RequestPlan; object?: string }[] = [{ plan: first }];
  for (const { request, object } of others) {
    const planned = planFixed(request, context.scope);
    if (planned.ok) calls.push({ plan: planned.plan, object });
  }
  for (const one of calls.length > 1 ? calls : []) {
    const exchange = { plan: one.plan, signal, timeoutMs: stageTimeoutsMs.call, repeatable: false };
    const exchanged = await context.client.exchange(exchange);
    if (exchanged.status === 'failed') break;
    if (exchanged.answer.fault?.kind !== 'permission') return one;
  }
  return { plan: first };
}

/** Whether the configuration has what a list is asked for with: some objects need parameters that are optional. */
function isListable({ operations: { list } }: HttpObject, { scope: { config } }: HttpContext): boolean {
  if (list === undefined) return false;
  const { path, query } = list.kind === 'folder' ? list.list.request : list.request;
  const holes = [path, ...Object.values(query)].flatMap((text) => listHoles(parseTemplate(text)));
  return holes.every((hole) => !hole.startsWith('config.') || toPlainText(config[hole.slice(7)]) !== '');
}

function toDestination({ url: text }: RequestPlan, context: HttpContext): Destination | undefined {
  const url = URL.parse(text);
  if (url === null) return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isPlain = url.protocol !== 'https:';
  const port = Number(url.port === '' ? (isPlain ? 80 : 443) : url.port);
  if (isPlain) return { host, port, needsOpened: true };
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return { host, port, tls: { ...context.tls, host, ...servername, ALPNProtocols: ['http/1.1'] } };
}

async function* call(
  { test }: HttpConnector,
  context: HttpContext,
  plan: RequestPlan,
  signal: AbortSignal,
): AsyncGenerator<TestCheck> {
  const { client } = context;
  const life = new AbortController();
  const timeoutMs = Math.min(context.timeoutMs, stageTimeoutsMs.call);
  try {
    const answer = await runBounded(life, timeoutMs, signal, async () => {
      // The head of the response is enough: the body may be a large file.
      const raw = await client.open(plan, life.signal);
      const isResult = raw.status >= 200 && raw.status < 300;
      return { status: raw.status, fault: isResult ? undefined : ((await client.judge(raw)) ?? unexpected) };
    });
    const { status, fault } = answer;
    const proves = fault === undefined || (test.passes === 'any_answer' && !refusals.has(fault.kind));
    if (!proves) {
      if (test.mistaken !== undefined && (await isMistaken(test.mistaken, context, signal))) {
        yield failed('auth', 'unsupported', test.mistaken.message);
        return;
      }
      yield* judgeCall(
        { ...fault, vendorMessage: fault.vendorMessage && context.createScrub()(fault.vendorMessage) },
        true,
      );
      return;
    }
    yield passed('auth', fault === undefined ? accepted : `${accepted} The system answered with status ${status}.`);
    if (fault === undefined) yield passed('permission', `The system answered with status ${status}.`);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    yield* judgeCall(error.fault, false);
  } finally {
    life.abort();
  }
}

/** Whether the system responds as the other one would. Otherwise the first response is reported. */
async function isMistaken(
  { request, when }: MistakenSystem,
  context: HttpContext,
  signal: AbortSignal,
): Promise<boolean> {
  const planned = planFixed(request, context.scope);
  if (!planned.ok) return false;
  const exchange = { plan: planned.plan, signal, timeoutMs: stageTimeoutsMs.mistaken, repeatable: false };
  const exchanged = await context.client.exchange(exchange);
  if (exchanged.status === 'failed' || exchanged.answer.fault !== undefined) return false;
  const document = readDocument(exchanged.answer.body);
  return document !== undefined && compileReader(when.path)(document) === when.equals;
}

async function readFirst({ openSource }: TestedSession, object: string, signal: AbortSignal): Promise<TestCheck> {
  const timeout = AbortSignal.timeout(stageTimeoutsMs.read);
  try {
    const source = openSource({ object, options: {}, recordsMax: 1 });
    const { records } = await source.readPage(null, AbortSignal.any([signal, timeout]));
    return passed('read', records.length > 0 ? `A first record of ${object} was read.` : `${object} holds no records.`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ConnectorError) return failed('read', error.kind, error.message);
    if (timeout.aborted) return failed('read', 'transient', `Reading ${object} took too long.`);
    throw error;
  }
}

const unexpected: Fault = {
  kind: 'unknown',
  message: 'The system gave an unexpected response. Check the address of the connection.',
};

/** Faults that prove that the connection does not work, whatever was requested. */
const refusals: ReadonlySet<ConnectorErrorKind> = new Set([
  'auth_invalid',
  'auth_expired',
  'permission',
  'transient',
  'maintenance',
  'config',
]);
