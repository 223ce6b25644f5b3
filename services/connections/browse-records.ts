import { z } from 'zod';
import type { ReadableEnd } from '../../core/connection-requests.ts';
import { recordsMax } from '../../core/connection-requests.ts';
import { invalidRequest, objectNotFound } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Page } from '../../core/pagination.ts';
import { describeEnd } from '../connectors/describe-end.ts';
import type { ServiceContext } from '../shared/context.ts';
import { notBlank } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { askUpstream } from './ask-upstream.ts';
import type { ObjectDescription } from '../../connectors/kit/describe-object.ts';
import { listKnownEnds } from './known-ends.ts';
import { orderMembers } from './order-members.ts';
import { type KnownConnection, requireConnection, requireEnabled } from './require-connection.ts';
import { messages } from '../../core/messages.ts';

const limitDefault = 20;

export const browseRecordsInput = z.strictObject({
  limit: z
    .string()
    .regex(/^[0-9]{1,9}$/, messages.wholeNumberInvalid)
    .transform(Number)
    .pipe(z.number().min(1).max(recordsMax))
    .default(limitDefault)
    .meta({ type: 'integer', minimum: 1, maximum: recordsMax, default: limitDefault }),
  search: z.string().trim().min(1).max(255).optional().meta({
    description: 'A text that a value holds, in any case.',
    pattern: notBlank,
  }),
});

/**
 * Shows a few records of an object of a connection, its sensitive fields masked. Members come in the order of the object's
 * schema, the key first; where no schema is declared, as the system gave them.
 *
 * An object that needs options is read with those of the newest integration that reads it through this connection.
 *
 * @returns one page; its total counts the records that were found, which is a lower bound where the page is full.
 * @throws {HubError} `not_found`; `invalid_request` where the object cannot be read so; `invalid_state` for a disabled
 *   connection; as `askUpstream`.
 */
export async function browseRecords({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; object: string; limit: number; search?: string | undefined };
}): Promise<Page<JsonObject>> {
  requireScope(ctx, 'connections:read');
  requireScope(ctx, 'records:read');
  const { object, limit, search } = input;
  const connection = await requireConnection(ctx, input.id);
  const known = (await listKnownEnds(ctx, connection.id)).find((end) => end.object === object);
  const end = known ?? { object, options: {} };
  const description = requireReadable(connection, end);
  requireEnabled(connection);
  const { records } = await askUpstream(
    ctx,
    {
      kind: 'browse',
      about: { connectionId: connection.id },
      input: { ...end, limit, ...(search === undefined ? {} : { search }) },
    },
    { object: 'object' },
  );
  const meta = { page: 1, per_page: limit, total: records.length };
  // As many as requested: whether there are more was not checked.
  const items = records.map((record) => orderMembers(record, description));
  return { items, meta: records.length < limit ? meta : { ...meta, total_is_exact: false } };
}

/**
 * @param refusal Says that an object cannot be read so.
 * @throws {HubError} `not_found` for an object that the connector does not have; `invalid_request` for one that cannot be read so.
 */
export function requireReadable(
  connection: KnownConnection,
  end: ReadableEnd,
  refusal: string = messages.objectNeedsIntegration,
): ObjectDescription {
  const described = describeEnd(connection, { ...end, role: 'source' });
  if (described.ok && described.description.operations.list !== undefined) return described.description;
  const problems = described.ok
    ? [{ path: 'object', code: 'unsupported', message: messages.objectUnreadable }]
    : described.problems;
  if (problems.some(({ code }) => code === 'unknown_object')) throw objectNotFound(problems);
  throw invalidRequest(refusal, problems);
}
