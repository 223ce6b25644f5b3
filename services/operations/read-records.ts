import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import { recordsMax } from '../../core/connection-requests.ts';
import { type FieldError, type HubError, invalidRequest } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import { jsonOptions, path } from '../../engine/definition.ts';
import { judgeSearchKey } from '../../engine/stages/search-key.ts';
import { askUpstream } from '../connections/ask-upstream.ts';
import { requireReadable } from '../connections/browse-records.ts';
import { requireConnection, requireEnabled } from '../connections/require-connection.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';

const limitDefault = 20;

export const listThroughInput = z
  .strictObject({
    limit: z.int().min(1).max(recordsMax).default(limitDefault).meta({ description: 'Most records that are read.' }),
    options: jsonOptions.optional(),
  })
  .meta({ id: 'ListOperationInput' });

export const findThroughInput = z
  .strictObject({
    key: path.meta({ description: 'The field that records are found by.', example: 'email' }),
    values: z
      .array(z.string().min(1).max(1024))
      .min(1)
      .max(recordsMax)
      .meta({ description: 'Values of that field, as text.', example: ['ada@example.com'] }),
    options: jsonOptions.optional(),
  })
  .meta({ id: 'FindOperationInput' });

/** Records as the system has them now. */
export const readRecordsRecord = z
  .object({
    records: z.array(z.record(z.string(), freeJson)).meta({ description: 'Sensitive fields are masked.' }),
    more: z.boolean().meta({ description: 'There are more than were asked for, or than an answer may hold.' }),
  })
  .meta({ id: 'ReadRecords' });

type ReadRecords = z.infer<typeof readRecordsRecord>;

/**
 * Reads the first records of an object, with the options of the caller.
 *
 * @throws {HubError} `not_found`; `invalid_request` where the object cannot be read so; `invalid_state` for a disabled
 *   connection; as `askUpstream`.
 */
export async function listThrough({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; object: string } & z.infer<typeof listThroughInput>;
}): Promise<ReadRecords> {
  requireReading(ctx);
  const { id, object, options = {}, limit } = input;
  const connection = await requireConnection(ctx, id);
  requireReadable(connection, { object, options }, messages.operationInvalid);
  requireEnabled(connection);
  const about = { connectionId: connection.id };
  return askUpstream(ctx, { kind: 'browse', about, input: { object, options, limit } }, named);
}

/** Finds records of an object by the values of a field. @throws {HubError} as `listThrough`. */
export async function findThrough({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; object: string } & z.infer<typeof findThroughInput>;
}): Promise<ReadRecords> {
  requireReading(ctx);
  const { id, object, options = {}, key, values } = input;
  const connection = await requireConnection(ctx, id);
  const description = requireReadable(connection, { object, options }, messages.operationInvalid);
  if (description.finds !== true) throw keyInvalid({ code: 'unsupported', message: messages.recordsNotFindable });
  const problem = judgeSearchKey(key, description);
  if (problem !== undefined) throw keyInvalid(problem);
  requireEnabled(connection);
  const asked = { object, options, key, values: [...new Set(values)], masked: true };
  const about = { connectionId: connection.id };
  return askUpstream(ctx, { kind: 'find', about, input: asked }, { ...named, key: 'key' });
}

/** Where the caller names what a system may lack. */
const named = { object: 'object', field: 'options' } as const;

function keyInvalid(problem: Omit<FieldError, 'path'>): HubError {
  return invalidRequest(messages.operationInvalid, [{ path: 'key', ...problem }]);
}

function requireReading(ctx: ServiceContext): void {
  requireScope(ctx, 'connections:use');
  requireScope(ctx, 'records:read');
}
