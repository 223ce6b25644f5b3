import type { ConnectorSession } from '../connectors/drivers/shared/session.ts';
import {
  type ConnectionRequestKind,
  connectionRequests,
  type Refusal,
  type RequestResult,
} from '../core/connection-requests.ts';
import { ConnectorError, type MissingName } from '../core/connector-error.ts';
import { toId } from '../core/ids.ts';
import type { JsonObject } from '../core/json.ts';
import { noTracer } from '../core/telemetry/tracing.ts';
import { withTenant } from '../drizzle/index.ts';
import { rehearseRun } from '../runs/rehearse/rehearse-run.ts';
import { showItem } from '../runs/explain/show-item.ts';
import type { HandlerContext, RequestDeps, SessionKind } from './questions/handler-context.ts';
import { browse } from './questions/browse.ts';
import { discover } from './questions/discover.ts';
import { explain } from './questions/explain.ts';
import { find } from './questions/find.ts';
import { respond } from './questions/respond.ts';
import { sample } from './questions/sample.ts';
import { test } from './questions/test.ts';
import { type ClaimedRequest, claimRequest } from './claim-request.ts';
import { messages } from '../core/messages.ts';

/** An answer that takes longer is cut; the API gives up a little later. */
const answerTimeoutMs = 23_000;

type Handlers = { [Kind in SessionKind]: (context: HandlerContext<Kind>) => Promise<RequestResult<Kind>> };

const handlers: Handlers = { test, discover, browse, sample, find, explain };

/** Answers one request; does nothing where another worker was first. */
export async function answer(deps: RequestDeps, address: { orgId: string; id: string }): Promise<void> {
  const claimed = await claimRequest(deps.database, address);
  if (claimed === undefined) return;
  const given = await work(deps, address, claimed);
  const recovered = given.ok && claimed.kind === 'test' && given.result['ok'] === true ? claimed.stored : undefined;
  await withTenant(deps.database, address.orgId, ({ sql }) =>
    Promise.all([
      sql`
        update connection_requests set status = 'done', answer = ${JSON.stringify(given)}::json
        where org_id = ${address.orgId} and id = ${address.id}`,
      // What the test went through with is still in use: the connection works.
      recovered === undefined
        ? undefined
        : sql`
          update connections set status = 'active', row_version = row_version + 1, updated_at = clock_timestamp()
          where org_id = ${address.orgId} and id = ${recovered.id}
            and credential_version = ${recovered.credentialVersion} and status in ('error', 'expired')`,
      sql`select pg_notify('hub_answer', ${address.id})`,
    ]),
  );
}

type WithOptional = { ok: true; result: Readonly<Record<string, unknown>> } | Refusal;

async function work(
  deps: RequestDeps,
  address: { orgId: string; id: string },
  claimed: ClaimedRequest,
): Promise<WithOptional> {
  const timeout = AbortSignal.timeout(answerTimeoutMs);
  const { tracer = noTracer } = deps;
  const attributes = { 'hub.organization.id': toId('organization', address.orgId) };
  try {
    const result = await tracer.run(`question ${claimed.kind}`, { attributes }, () =>
      Promise.race([handle(deps, address, claimed, timeout), cut(timeout)]),
    );
    return { ok: true, result };
  } catch (error) {
    return refuse(deps, { ...claimed, orgId: address.orgId }, error, timeout.aborted);
  }
}

/** Rejects at the deadline, in case a connector ignores it. */
function cut(timeout: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    timeout.addEventListener('abort', () => reject(new Error('Timed out.')), { once: true });
  });
}

function handle(
  deps: RequestDeps,
  { orgId, id }: { orgId: string; id: string },
  { kind, input, stored, unsaved }: ClaimedRequest,
  signal: AbortSignal,
): Promise<Result> {
  const { sessions } = deps;
  if (kind === 'authorize') {
    if (unsaved === undefined) throw new GoneError();
    return sessions.authorize({ orgId, requestId: id }, unsaved, connectionRequests.authorize.input.parse(input));
  }
  if (kind === 'respond') return respond(deps, orgId, connectionRequests.respond.input.parse(input));
  if (kind === 'item') return showItem(deps, orgId, connectionRequests.item.input.parse(input));
  if (kind === 'rehearse') return rehearseRun(deps, orgId, connectionRequests.rehearse.input.parse(input));
  const { serviceType = '', connector } = stored ?? unsaved ?? {};
  const use = (session: ConnectorSession): Promise<Result> =>
    ask(kind, input, { deps, orgId, session, serviceType, connector, signal });
  if (stored !== undefined) return sessions.use(orgId, stored, use);
  if (unsaved !== undefined) return sessions.useUnsaved({ orgId, requestId: id }, unsaved, use);
  throw new GoneError();
}

type Result = RequestResult<ConnectionRequestKind>;

function ask<Kind extends SessionKind>(
  kind: Kind,
  given: JsonObject,
  rest: Omit<HandlerContext<Kind>, 'input'>,
): Promise<RequestResult<Kind>> {
  return handlers[kind]({ ...rest, input: connectionRequests[kind].input.parse(given) });
}

class GoneError extends Error {}

function refuse(
  { log }: RequestDeps,
  { orgId, kind, stored }: ClaimedRequest & { orgId: string },
  error: unknown,
  timedOut: boolean,
): WithOptional {
  if (error instanceof GoneError) return toRefusal('gone', messages.connectionGone);
  if (timedOut) return toRefusal('timeout', messages.upstreamTimeout);
  const isFault = error instanceof ConnectorError;
  if (!isFault) {
    const ids = {
      organization_id: toId('organization', orgId),
      connection_id: stored && toId('connection', stored.id),
    };
    log.error({ ...ids, kind, error }, 'request to a connection failed');
  }
  const [code, message] = isFault ? [error.kind, error.message] : ['internal', messages.connectionUnusable];
  if (kind !== 'test') return toRefusal(code, message, isFault ? error.missing : undefined);
  return {
    ok: true,
    result: {
      ok: false,
      checks: [{ name: 'session', ok: false, code, message, remedy: messages.connectionUnusableRemedy }],
      latency_ms: 0,
    },
  };
}

function toRefusal(code: string, message: string, missing?: MissingName): Refusal {
  const named = missing === undefined ? {} : { missing: { of: missing.of, known: [...missing.known] } };
  return { ok: false, error: { code, message, ...named } };
}
