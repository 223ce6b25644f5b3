import { invalidRequest } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import type { WriteOperation } from '../../core/records.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { compileOperation } from '../../engine/compile-operation.ts';
import type { KnownConnection } from '../connections/require-connection.ts';
import { describeEnd } from '../connectors/describe-end.ts';
import { findKnownSchemas } from '../integrations/validation/known-schema.ts';
import { operationNotFound } from './operation-not-found.ts';
import type { SealedOperation } from './sealed-operation.ts';

/**
 * Lets an operation go on only where its connector has it, and takes the input as far as its schema is known.
 *
 * @throws {HubError} `not_found` for an object that the connector does not have; `invalid_request` with paths into the body.
 */
export async function checkOperation(
  tx: Transaction,
  orgId: string,
  connection: KnownConnection,
  definition: SealedOperation & { object: string; operation: WriteOperation },
): Promise<void> {
  const { object, operation, options, match_on: matchOn } = definition;
  const described = describeEnd(connection, { role: 'target', object, options, matchOn, operation });
  if (!described.ok) {
    const { problems } = described;
    if (problems.some(({ code, path }) => code === 'unknown_object' || path === 'operation'))
      throw operationNotFound(connection, definition);
    throw invalidRequest(messages.operationInvalid, problems);
  }
  const { description } = described;
  if (description.operations[operation] === undefined) throw operationNotFound(connection, definition);
  const target = { connectionId: connection.id, description };
  const { target: known } = await findKnownSchemas(tx, orgId, { source: undefined, target }, operation);
  const compiled = compileOperation(definition, description, { namespace: '', known });
  if (!compiled.ok) throw invalidRequest(messages.operationInvalid, compiled.problems);
}
