import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import { findNamed } from '../../connectors/kit/named-operations.ts';
import { toTimestamp } from '../../core/clock.ts';
import { isPlainWrite, type OperationName, type WriteOperation } from '../../core/records.ts';
import { HubError, invalidRequest } from '../../core/errors.ts';
import { newUuid, toId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import { parseInput } from '../../core/field-errors.ts';
import { mergeValues } from '../../core/json/merge-values.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { jsonOptions, path } from '../../engine/definition.ts';
import { createSealer } from '../../vault/seal.ts';
import { writeAudit } from '../audit-events/audit.ts';
import { type KnownConnection, requireConnection, requireEnabled } from '../connections/require-connection.ts';
import { waitSecondsMax } from '../shared/wait-until.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { checkOperation } from './check-operation.ts';
import { requireOperation } from './operation-not-found.ts';
import { operationColumns, type OperationRecord, type OperationRow, toOperationRecord } from './operation.ts';
import type { SealedOperation } from './sealed-operation.ts';

export const runOperationInput = z
  .strictObject({
    input: z.record(z.string(), freeJson).meta({
      description: "The record as the target takes it: the fields that a mapping's rules name in `to`.",
      example: { email: 'ada@example.com', title: 'Engineer' },
    }),
    match_on: z
      .array(path)
      .min(1)
      .max(8)
      .optional()
      .meta({
        description: 'Fields of the input by which the record of the target is found.',
        example: ['email'],
      }),
    target_id: z
      .string()
      .regex(/^\P{Cc}{1,1024}$/u, 'Must have 1 to 1,024 characters, and no control characters.')
      .optional()
      .meta({
        description:
          "The system's own id of the record that is updated or deleted, or that a named operation is of, where it is known.",
        pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]{1,1024}$',
      }),
    options: jsonOptions.optional(),
    wait: z
      .int()
      .min(0)
      .max(waitSecondsMax)
      .optional()
      .meta({ description: 'Seconds to wait for the end of the operation, as `Prefer: wait` does. Default 10.' }),
  })
  .meta({ id: 'OperationInput' });

/** Operations of one organization that have not ended. */
export const openOperationsMax = 100;
const retryAfterSeconds = 5;

/**
 * Asks for one write of one record, without an integration. The operation, its audit event and the answer that is kept for
 * the `Idempotency-Key` are written in one transaction; a worker carries it out once.
 *
 * @param input.hasKey The request has an `Idempotency-Key`, without which a repeated request would write again.
 * @throws {HubError} `not_found`; `invalid_request` where the connector has no such operation or cannot take the input;
 *   `invalid_state` for a disabled connection; `quota_exceeded`.
 */
export async function runOperation({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: {
    id: string;
    object: string;
    /** As the caller names it: perhaps none that there is. */
    operation: string;
    hasKey: boolean;
    /** As it was sent. */
    body: Readonly<Record<string, unknown>>;
  };
}): Promise<OperationRecord> {
  requireScope(ctx, 'connections:use');
  const { object, operation, hasKey, body } = input;
  return await inTenant(ctx, async (tx) => {
    const context = { ...ctx, transaction: tx };
    const connection = await requireConnection(context, input.id);
    const options = jsonOptions.safeParse(body['options']).data;
    const known = requireOperation(connection, { object, operation, options });
    const definition = toPlain(connection, { object, operation: known, ...parseInput(runOperationInput, body) });
    if (!hasKey) throw keyMissing();
    await checkOperation(tx, ctx.orgId, connection, definition);
    requireEnabled(connection);
    return toOperationRecord(await store(tx, ctx, connection, definition));
  });
}

type Wanted = SealedOperation & { object: string; operation: WriteOperation };

/**
 * The write that is asked for: of an operation with a name of its own, the one that the connector says.
 *
 * @param asked An operation that the object has.
 */
function toPlain(
  connection: KnownConnection,
  asked: { object: string; operation: OperationName } & Omit<z.infer<typeof runOperationInput>, 'wait'>,
): Wanted {
  const { object, operation, input, match_on, target_id, options = {} } = asked;
  const { connector } = connection;
  const named = connector && findNamed(connector, object, operation);
  if (named !== undefined) {
    const id = target_id === undefined ? {} : { [named.of]: target_id };
    const record = { ...mergeValues(input, named.values ?? {}), ...id };
    return { object: named.object, operation: named.operation, input: record, match_on, options };
  }
  if (!isPlainWrite(operation)) throw new TypeError(`${object} has no operation ${operation}.`);
  return { object, operation, input, match_on, target_id, options };
}

async function store(
  tx: Transaction,
  ctx: ServiceContext,
  connection: KnownConnection,
  { object, operation, ...sealed }: Wanted,
): Promise<OperationRow> {
  const { orgId } = ctx;
  const id = newUuid();
  const sealer = await createSealer(ctx.publicKeys, { purpose: 'request', orgId, requestId: id });
  const [rows] = await Promise.all([
    tx.sql<OperationRow[]>`
      insert into operations (org_id, id, connection_id, object, operation, sealed, created_at)
      select ${orgId}, ${id}, ${connection.id}, ${object}, ${operation}, ${sealer.seal(toJsonObject(sealed))},
        ${toTimestamp(ctx.clock.now())}
      where (select count(*) from operations where org_id = ${orgId} and ended_at is null) < ${openOperationsMax}
      returning ${tx.sql.unsafe(operationColumns)}`,
    writeAudit(tx, ctx, {
      action: 'operation.created',
      resourceId: toId('operation', id),
      after: { connection_id: toId('connection', connection.id), object, operation },
    }),
    tx.sql`select pg_notify('hub_relay', '')`,
  ]);
  const [row] = rows;
  if (row !== undefined) return row;
  throw new HubError('quota_exceeded', messages.operationsTooMany({ max: openOperationsMax }), {
    details: { quota: 'operations', limit: openOperationsMax },
    retryAfterSeconds,
  });
}

/** Members that are left out are. */
function toJsonObject(sealed: SealedOperation): JsonObject {
  const { input, options, match_on: matchOn, target_id: targetId } = sealed;
  return {
    input,
    options,
    ...(matchOn === undefined ? {} : { match_on: matchOn }),
    ...(targetId === undefined ? {} : { target_id: targetId }),
  };
}

function keyMissing(): HubError {
  return invalidRequest(messages.headerInvalid, [
    { path: 'header.idempotency-key', code: 'required', message: messages.operationKeyMissing },
  ]);
}
