import { invalidRequest } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import type { RequestResult } from '../../../core/connection-requests.ts';
import type { SourceDefinition } from '../../../engine/definition.ts';
import type { Plan } from '../../../engine/plan.ts';
import { askUpstream } from '../../connections/ask-upstream.ts';
import { requireConnection, requireEnabled } from '../../connections/require-connection.ts';
import type { ServiceContext } from '../../shared/context.ts';

/** Asks a worker, which can read from the source. @throws {HubError} `invalid_state` where its connection is disabled. */
export async function sampleSource(
  ctx: ServiceContext,
  { connection_id: connection, object, options = {}, payload }: SourceDefinition,
  where: Plan['where'],
  limit: number,
): Promise<Pick<RequestResult<'sample'>, 'records' | 'unshown'>> {
  if (payload !== undefined) {
    const message = messages.payloadNotSampled;
    throw invalidRequest(message, [{ path: 'records', code: 'required', message }]);
  }
  const known = await requireConnection(ctx, connection);
  requireEnabled(known);
  const about = { connectionId: known.id };
  return askUpstream(ctx, {
    kind: 'sample',
    about,
    input: { object, options, where: [...where], limit },
  });
}
