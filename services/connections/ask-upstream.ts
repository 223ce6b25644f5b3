import type { ConnectionRequestKind, Refusal, RequestResult } from '../../core/connection-requests.ts';
import { HubError, notFound } from '../../core/errors.ts';
import type { ServiceContext } from '../shared/context.ts';
import { type Question, tookTooLong } from './workers.ts';

/**
 * Asks workers for what only a third party knows.
 *
 * @throws {HubError} `upstream_error`, with the kind of the failure; `upstream_timeout`; what `Workers.ask` throws.
 */
export async function askUpstream<Kind extends ConnectionRequestKind>(
  ctx: Pick<ServiceContext, 'workers' | 'orgId'>,
  question: Question<Kind>,
): Promise<RequestResult<Kind>> {
  const answer = await ctx.workers.ask(ctx.orgId, question);
  if (answer.ok) return answer.result;
  throw toHubError(answer);
}

function toHubError({ error: { code, message } }: Refusal): HubError {
  if (code === 'timeout') return tookTooLong();
  if (code === 'gone') return notFound();
  return new HubError('upstream_error', message, { details: { kind: code } });
}
