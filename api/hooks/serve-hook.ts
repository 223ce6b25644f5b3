import { HubError, invalidRequest } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import { toRetryable } from '../../services/access/organizations/organization-states.ts';
import { findHook } from '../../services/triggers/find-hook.ts';
import { waitForResponse } from '../../services/triggers/respond/wait-for-response.ts';
import type { HookDeps } from '../../services/triggers/open-hooks.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { type Delivery, NoDelivery, receiveHookDelivery } from '../../services/triggers/receive-delivery.ts';
import { MethodNotAllowed } from '../errors.ts';
import type { HubContext } from '../hub-context.ts';
import { readSender } from '../requests/client-address.ts';
import { findTooMany } from '../requests/check-json.ts';
import { hookBytesMax, hookValuesMax, readBytes } from '../requests/read-json.ts';
import { type Answer, commonHeaders, plain, succeed } from '../answers/respond.ts';
import { bytesPerRequest, countAnswer } from '../rate-limits.ts';
import { countAddress, type ServeDeps } from '../serve-route.ts';
import type { RequestSummary } from '../request-summary.ts';

/** Where vendors send events to: outside of the bases, since no caller's credential comes with them. @see docs/integrations.md#triggers */
export const hookPath = '/hooks/{hook_id}';

/** How long a vendor is kept waiting for what a step of a flow answers. */
const respondSeconds = 10;

/** Responds to a delivery. Callers that guess hooks or signatures are slowed down, the more the larger their bodies are. */
export async function serveHook(
  deps: ServeDeps & { hooks: HookDeps },
  c: HubContext,
  { requestId, summary }: { requestId: string; summary: RequestSummary },
): Promise<Answer> {
  summary.route = 'receiveHookDelivery';
  let bytes = 0;
  try {
    const hook = await findHook(deps.hooks, c.req.param('hook_id') ?? '');
    await deps.organizations.require(hook.orgId).catch((error: unknown) => {
      throw toRetryable(error);
    });
    const body = await readBody(c);
    bytes = body.length;
    requireSimple(body);
    // The bytes of the body stay as they came: signatures are over them.
    const query = new URL(c.req.url).searchParams;
    const sender = readSender(c, deps.trustedProxies);
    const delivery: Delivery = { method: c.req.method, query, headers: c.req.header(), body, sender };
    const charge = async (): Promise<void> => {
      for (let n = bytesPerRequest; n <= bytes; n += bytesPerRequest)
        await countAnswer(deps.limiter, deps.limits, hook.orgId);
    };
    const answer = await receiveHookDelivery({ deps: deps.hooks, input: { hook, delivery, charge } });
    if (answer.kind === 'accepted') {
      const response = await waitForResponse(
        deps.services,
        answer.hook,
        toLookup('event', answer.eventId),
        respondSeconds,
      );
      if (response !== undefined) return plain(response.status, requestId, response.body);
      return succeed(hook.webhook.acceptedStatus ?? 202, requestId, { data: { event_id: answer.eventId } });
    }
    if ('json' in answer.answer) return plain(200, requestId, answer.answer.json);
    const headers = { ...commonHeaders, 'content-type': 'text/plain; charset=utf-8', 'request-id': requestId };
    return { status: 200, headers, body: answer.answer.text };
  } catch (error) {
    if (error instanceof NoDelivery) throw new MethodNotAllowed(['POST']);
    if (error instanceof HubError && guesses.has(error.code)) await countAddress(deps, c, bytes);
    throw error;
  }
}

const guesses: ReadonlySet<string> = new Set(['unauthorized', 'not_found', 'invalid_request']);

async function readBody(c: HubContext): Promise<Buffer> {
  const { method } = c.req;
  return method === 'GET' || method === 'HEAD' ? Buffer.alloc(0) : Buffer.from(await readBytes(c, hookBytesMax));
}

/** Before the signature check: senders without one can send large bodies too. @throws {HubError} `invalid_request` */
function requireSimple(body: Buffer): void {
  const tooMany = findTooMany(body.toString('latin1'), hookValuesMax);
  if (tooMany !== undefined) throw invalidRequest(messages.deliveryTooComplex, [tooMany]);
}
