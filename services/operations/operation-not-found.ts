import { findNamed, listNamed } from '../../connectors/kit/named-operations.ts';
import { type HubError, objectNotFound } from '../../core/errors.ts';
import { namedOperations, writeOperations } from '../../core/enums.ts';
import { messages } from '../../core/messages.ts';
import { suggest } from '../../core/names/suggest.ts';
import { isPlainWrite, type OperationName } from '../../core/records.ts';
import type { KnownConnection } from '../connections/require-connection.ts';
import { describeEnd } from '../connectors/describe-end.ts';

/** Of names that a caller made up, as much as an answer repeats. */
const nameMax = 80;

interface OperationRequest {
  object: string;
  /** As the caller names it. */
  operation: string;
  options?: Record<string, unknown> | undefined;
}

/**
 * Finds the operation that a caller names. What is wrong with options, without which an object cannot be described, is said later.
 *
 * @throws {HubError} `not_found` where there is no such object, or it has no operation of that name.
 */
export function requireOperation(connection: KnownConnection, asked: OperationRequest): OperationName {
  const { connector } = connection;
  const { object, options = {} } = asked;
  const name = [...writeOperations, ...namedOperations].find((one) => one === asked.operation);
  if (name === undefined || connector === undefined) throw operationNotFound(connection, asked);
  if (findNamed(connector, object, name) !== undefined) return name;
  if (!isPlainWrite(name)) throw operationNotFound(connection, asked);
  const described = describeEnd(connection, { role: 'target', object, options });
  const isThere = described.ok
    ? described.description.operations[name] !== undefined
    : described.problems.every(({ code }) => code !== 'unknown_object');
  if (!isThere) throw operationNotFound(connection, asked);
  return name;
}

/**
 * Says which operations an object has, or which objects there are, where a caller names none of them.
 *
 * @returns `not_found`, with the names in `allowed`.
 */
export function operationNotFound(
  connection: KnownConnection,
  { object, options = {}, operation }: OperationRequest,
): HubError {
  const ends = (['source', 'target'] as const).map((role) => describeEnd(connection, { role, object, options }));
  const problems = ends.flatMap((end) => (end.ok ? [] : end.problems));
  const unknown = problems.find(({ code }) => code === 'unknown_object' || code === 'unknown_service_type');
  if (unknown !== undefined) return objectNotFound([unknown]);
  const [read, written] = ends.map((end) => (end.ok ? end.description : undefined));
  const allowed = [
    ...(read?.operations.list === undefined ? [] : ['list']),
    ...(read?.finds === true ? ['find'] : []),
    // What an object that is described by options can do is not known where these are missing.
    ...writeOperations.filter((kind) => written === undefined || written.operations[kind] !== undefined),
    ...(connection.connector === undefined ? [] : listNamed(connection.connector, object)),
  ];
  const message = messages.objectOperationUnknown({
    operation: operation.slice(0, nameMax),
    meant: suggest(operation, allowed),
  });
  return objectNotFound([{ path: 'operation', code: 'unknown_operation', message, allowed }]);
}
