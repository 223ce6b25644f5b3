import type { Clock } from '../../../core/clock.ts';
import type { ConnectorError } from '../../../core/connector-error.ts';
import type { Discovery, ReadableEnd } from '../../../core/connection-requests.ts';
import { parseValuePath } from '../../../core/paths.ts';
import type { RecordSource, RecordTarget, WriteOperation } from '../../../core/records.ts';
import type { Connector, ObjectOf } from '../../kit/connector.ts';
import { describeObject, type WriteDescription } from '../../kit/describe-object.ts';
import { type Fault, toConnectorError } from '../../kit/fault.ts';
import { resolveObject } from '../../kit/objects.ts';
import { discoverBySampling } from './discover/sampled.ts';
import { refuseRequest } from './refuse-request.ts';
import type { DriverSession, SessionContext, SourceRequest, TargetRequest, TestCheck } from './session.ts';
import { runTest } from './staged-test.ts';
import { messages } from '../../../core/messages.ts';

type DriverConnector = Exclude<Connector, { transport: 'http' }>;
type ReadOf<ConnectorType extends DriverConnector> = NonNullable<ObjectOf<ConnectorType>['operations']['list']>;
type WriteOf<ConnectorType extends DriverConnector> = NonNullable<
  ObjectOf<ConnectorType>['operations'][WriteOperation]
>;

/** What sources and targets of every protocol need of their session. */
export interface DriverContext {
  clock: Clock;
  /** Waits for the connection's budget of calls. @throws {ConnectorError} `rate_limited` */
  acquirePermit(signal?: AbortSignal): Promise<void>;
  toError(operation: string, fault: Fault): ConnectorError;
}

/**
 * @param timeoutMs How long a call waits for the budget where it has no signal of its own.
 * @param endpointOf Names the server of an operation in errors.
 */
export function createContext(
  connector: DriverConnector,
  { clock, limiter }: SessionContext,
  timeoutMs: number,
  endpointOf: (operation: string) => string | undefined,
): DriverContext {
  return {
    clock,
    acquirePermit: async (signal = AbortSignal.timeout(timeoutMs)) => {
      for (const bucket of connector.limits.buckets) await limiter.take(bucket, signal);
    },
    toError: (operation, fault) =>
      toConnectorError(fault, { connectorId: connector.id, operation, endpoint: endpointOf(operation) }),
  };
}

/** An object to be read, as its connector describes it. */
export interface FoundRead<ConnectorType extends DriverConnector> {
  object: ObjectOf<ConnectorType>;
  read: ReadOf<ConnectorType>;
}

/** Finds the object of a source. @throws {ConnectorError} `config` when the connector has no such object to read. */
export function findRead<ConnectorType extends DriverConnector>(
  connector: ConnectorType,
  session: SessionContext,
  request: SourceRequest,
): FoundRead<ConnectorType>;
export function findRead(
  connector: DriverConnector,
  { config }: SessionContext,
  request: SourceRequest,
): FoundRead<DriverConnector> {
  const resolved = resolveObject(connector, { ...request, config, role: 'source' });
  if (!resolved.ok) throw refuseRequest(connector, 'list', resolved.problems);
  const { list } = resolved.object.operations;
  if (list === undefined) throw refuseOperation(connector, 'list');
  return { object: resolved.object, read: list };
}

/** An object to be written, as its connector describes it. */
export interface FoundWrite<ConnectorType extends DriverConnector> {
  object: ObjectOf<ConnectorType>;
  write: WriteOf<ConnectorType>;
  description: WriteDescription;
}

/** Finds the object of a target. @throws {ConnectorError} `config` when the connector has no such object to write. */
export function findWrite<ConnectorType extends DriverConnector>(
  connector: ConnectorType,
  session: SessionContext,
  request: TargetRequest,
): FoundWrite<ConnectorType>;
export function findWrite(
  connector: DriverConnector,
  { config }: SessionContext,
  request: TargetRequest,
): FoundWrite<DriverConnector> {
  const { operation } = request;
  const named = { ...request, config, role: 'target' as const };
  const resolved = resolveObject(connector, named);
  if (!resolved.ok) throw refuseRequest(connector, operation, resolved.problems);
  const described = describeObject(connector, named);
  if (!described.ok) throw refuseRequest(connector, operation, described.problems);
  const operations: { [kind in WriteOperation]?: WriteOf<DriverConnector> } = resolved.object.operations;
  const write = operations[operation];
  const description = described.description.operations[operation];
  if (write === undefined || description === undefined) throw refuseOperation(connector, operation);
  return { object: resolved.object, write, description };
}

/** The error for an operation that an object does not have. */
export function refuseOperation(connector: DriverConnector, operation: string): ConnectorError {
  const message = messages.objectOperationUnsupported({ operation });
  return refuseRequest(connector, operation, [{ path: 'operation', code: 'unsupported', message }]);
}

/** A read whose pages are no larger than requested. */
export function limitPages<Read extends { pageSize: number }>(read: Read, { recordsMax }: SourceRequest): Read {
  return { ...read, pageSize: Math.min(read.pageSize, recordsMax ?? read.pageSize) };
}

/**
 * The name that a match field or key is a path to: records are flat, so a path of one step.
 *
 * @param noun `a column`, for the refusal.
 * @throws {ConnectorError} `config` when it is no such name.
 */
export function toFieldName(
  connector: DriverConnector,
  operation: string,
  path: string,
  noun: string,
  pattern = /^/,
): string {
  const [name, ...rest] = parseValuePath(path) ?? [];
  if (typeof name === 'string' && rest.length === 0 && pattern.test(name)) return name;
  const member = operation === 'find' ? 'key' : 'match_on';
  const message = `${path} is not the name of ${noun}.`;
  throw refuseRequest(connector, operation, [{ path: member, code: 'invalid_value', message }]);
}

/** What a driver implements: test, read, write and close. */
export interface SessionParts extends Omit<DriverSession, 'test' | 'discover' | 'openTarget' | 'close'> {
  test(signal: AbortSignal): AsyncIterable<TestCheck>;
  /** Default: samples of both ends. */
  discover?(ends: readonly ReadableEnd[], signal: AbortSignal): Promise<Discovery>;
  openSource(request: SourceRequest): RecordSource;
  openTarget(request: TargetRequest): RecordTarget;
  /** Closes sockets. Never throws. */
  close(): void | Promise<void>;
}

export function createSession(
  connector: DriverConnector,
  { config, clock }: SessionContext,
  { test, discover, close, ...ends }: SessionParts,
): DriverSession {
  return {
    ...ends,
    test: (signal) => runTest(test(signal), clock),
    discover: discover ?? ((wanted, signal) => discoverBySampling(connector, config, ends.openSource, wanted, signal)),
    close: async () => close(),
  };
}
