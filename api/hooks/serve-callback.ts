import { notFound } from '../../core/errors.ts';
import { freeJson } from '../../core/json/free-json.ts';
import { answerCallback } from '../../services/callbacks/answer-callback.ts';
import { readCallbackToken } from '../../services/callbacks/callback-token.ts';
import { type Answer, succeed } from '../answers/respond.ts';
import { MethodNotAllowed } from '../errors.ts';
import type { HubContext } from '../hub-context.ts';
import { countAnswer } from '../rate-limits.ts';
import type { RequestSummary } from '../request-summary.ts';
import { readJson } from '../requests/read-json.ts';
import { countAddress, type ServeDeps } from '../serve-route.ts';

/** Where other systems answer what a step waits for: outside of the bases, since the address itself is the credential. */
export const callbackPath = '/callbacks/{token}';

export const callbackBytesMax = 64 * 1024;

/** Takes one answer. Callers that guess addresses are slowed down. */
export async function serveCallback(
  deps: ServeDeps,
  c: HubContext,
  { requestId, summary }: { requestId: string; summary: RequestSummary },
): Promise<Answer> {
  summary.route = 'answerCallback';
  summary.path = callbackPath;
  const wait = readCallbackToken(deps.services.publicKeys, c.req.param('token') ?? '');
  if (wait === undefined) {
    await countAddress(deps, c);
    throw notFound();
  }
  if (c.req.method !== 'POST') throw new MethodNotAllowed(['POST']);
  const standing = await countAnswer(deps.limiter, deps.limits, wait.orgId);
  const body = await readJson(c, { maxBytes: callbackBytesMax, samples: 'all' });
  await answerCallback({ deps: deps.services, input: { wait, body: freeJson.parse(body ?? null) } });
  return succeed(202, requestId, { data: { accepted: true } }, standing);
}
