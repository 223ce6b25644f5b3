import type { ConnectionRequestKind, Refusal, RequestResult } from '../../core/connection-requests.ts';
import type { MissingName } from '../../core/connector-error.ts';
import { HubError, invalidRequest, notFound, objectNotFound } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import type { ServiceContext } from '../shared/context.ts';
import { type Question, tookTooLong } from './workers.ts';

/** Where a request itself names what a system may lack. */
type NamedPaths = Readonly<Partial<Record<MissingName['of'], string>>>;

/**
 * Asks workers for what only a third party knows.
 *
 * @throws {HubError} `upstream_error`, with the kind of the failure; `invalid_state`, with that, where the connection, its rights
 *   or what is asked through it has to be another; `not_found` for an object and `invalid_request` for a field that the
 *   request names and the system does not have; `upstream_timeout`; what `Workers.ask` throws.
 */
export async function askUpstream<Kind extends ConnectionRequestKind>(
  ctx: Pick<ServiceContext, 'workers' | 'orgId'>,
  question: Question<Kind>,
  named: NamedPaths = {},
): Promise<RequestResult<Kind>> {
  const answer = await ctx.workers.ask(ctx.orgId, question);
  if (answer.ok) return answer.result;
  throw toHubError(answer, named);
}

function toHubError({ error: { code, message, missing } }: Refusal, named: NamedPaths): HubError {
  if (code === 'timeout') return tookTooLong();
  if (code === 'gone') return notFound();
  const path = missing && named[missing.of];
  if (missing !== undefined && path !== undefined) {
    const allowed = missing.known.length === 0 ? {} : { allowed: missing.known };
    if (missing.of === 'object') return objectNotFound([{ path, code: 'unknown_object', message, ...allowed }]);
    return invalidRequest(messages.operationInvalid, [{ path, code: 'unknown_field', message, ...allowed }]);
  }
  if (code === 'config' || code === 'permission')
    return new HubError('invalid_state', message, { details: { kind: code } });
  return new HubError('upstream_error', message, { details: { kind: code } });
}
