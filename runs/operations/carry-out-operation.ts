import { describeObject } from '../../connectors/kit/describe-object.ts';
import type { ConnectorSession } from '../../connectors/drivers/shared/session.ts';
import { ConnectorError } from '../../core/connector-error.ts';
import { type OperationOutcome, operationOutcomes } from '../../core/enums.ts';
import type { FieldError } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { RecordSource } from '../../core/records.ts';
import { withTenantPipelined } from '../../drizzle/index.ts';
import { compileOperation } from '../../engine/compile-operation.ts';
import { LeaseLostError } from '../../engine/ports.ts';
import { runSegment } from '../../engine/segment/run-segment.ts';
import type { SegmentResult } from '../../engine/segment/segment.ts';
import { type SealedOperation, sealedOperation } from '../../services/operations/sealed-operation.ts';
import type { ActivityDeps } from '../deps.ts';
import { toSegmentLimits } from '../run-limits.ts';
import { watchTarget } from '../watch-target.ts';
import { type LoadedOperation, loadOperation, type OperationAddress } from './load-operation.ts';
import { type GiveUp, type OperationError, postponeOperation } from './operation-statements.ts';
import { createOperationStore, type OperationStore, type OperationWrite } from './operation-store.ts';

export type OperationDeps = Pick<ActivityDeps, 'database' | 'clock' | 'opener' | 'sessions' | 'log'>;

/** What cannot be sent is given up after this; somebody waits for it. */
const sendWithinMs = 15 * 60_000;
/** What may have been sent is looked for so long. */
const resolveWithinMs = 24 * 3_600_000;
const firstWaitMs = 1000;
const waitMaxMs = 60_000;
/** The wait has reached its maximum by then. */
const attemptsCounted = 10;

/**
 * Carries out a single operation as a segment of one record: marked before it is sent, and resolved after a lost answer as its
 * class of idempotency allows. An operation that does not end is tried again later.
 */
export async function carryOutOperation(
  deps: OperationDeps,
  address: OperationAddress,
  shutdown: AbortSignal,
): Promise<void> {
  const { database } = deps;
  const loaded = await withTenantPipelined(database, address.orgId, (tx) => loadOperation(tx, address));
  if (loaded === undefined) return;
  const progress: Progress = { store: undefined };
  let failure: unknown;
  let result: SegmentResult | undefined;
  try {
    result = await attempt(deps, address, loaded, shutdown, progress);
  } catch (error) {
    failure = error;
  }
  if (failure instanceof LeaseLostError || result?.status === 'done') return;
  if (failure !== undefined && !isRefusal(failure)) {
    deps.log.warn({ operation_id: toId('operation', address.id), error: failure }, 'operation failed; will retry');
  }
  const epoch = progress.store?.epoch() ?? loaded.epoch;
  const waitMs = toWait(loaded.attempts, failure, result);
  const error = failure === undefined ? undefined : toError(failure);
  const giveUp = decide(loaded.ageMs, failure);
  await withTenantPipelined(database, address.orgId, (tx) =>
    postponeOperation(tx, address, { epoch, waitMs, error, giveUp }),
  );
}

interface Progress {
  store: OperationStore | undefined;
}

/** The connection or the connector does not take the operation, whoever asks for it. */
class UnusableError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

async function attempt(
  deps: OperationDeps,
  address: OperationAddress,
  loaded: LoadedOperation,
  shutdown: AbortSignal,
  progress: Progress,
): Promise<SegmentResult> {
  const { orgId, id } = address;
  const { connection } = loaded;
  if (connection === undefined) throw new UnusableError('connection_gone', messages.connectionGone);
  if (connection.status === 'disabled') {
    throw new UnusableError('connection_disabled', messages.connectionDisabled(connection));
  }
  const opened = await deps.opener.open({ purpose: 'request', orgId, requestId: id }, loaded.sealed);
  const wanted = sealedOperation.parse(opened);
  const write = compile(address, loaded, connection, wanted);
  return deps.sessions.use(orgId, connection, (session) =>
    runOne(deps, address, { session, loaded, wanted, ...write }, shutdown, progress),
  );
}

/** @throws {UnusableError} where the connector has changed since the operation was asked for. */
function compile(
  { id }: OperationAddress,
  { object, operation }: LoadedOperation,
  { serviceType, connector, config }: NonNullable<LoadedOperation['connection']>,
  wanted: SealedOperation,
): Pick<OperationWrite, 'plan' | 'body'> {
  if (connector === undefined) throw new UnusableError('unsupported', messages.connectorRemoved({ serviceType }));
  const { options, match_on: matchOn } = wanted;
  const described = describeObject(connector, { role: 'target', object, options, config, matchOn, operation });
  if (!described.ok) throw toUnusable(described.problems);
  const compiled = compileOperation({ object, operation, ...wanted }, described.description, { namespace: id });
  if (!compiled.ok) throw toUnusable(compiled.problems);
  return compiled;
}

function toUnusable([problem]: readonly FieldError[]): UnusableError {
  return new UnusableError('unsupported', problem?.message ?? messages.operationInvalid);
}

interface OneWrite extends Pick<OperationWrite, 'plan' | 'body'> {
  session: ConnectorSession;
  loaded: LoadedOperation;
  wanted: SealedOperation;
}

function runOne(
  { database, clock }: OperationDeps,
  address: OperationAddress,
  { session, loaded, wanted, plan, body }: OneWrite,
  shutdown: AbortSignal,
  progress: Progress,
): Promise<SegmentResult> {
  const { object, operation } = loaded;
  const { options, match_on: matchOn = [], target_id: targetId } = wanted;
  const answered: { outcome: OperationOutcome | undefined } = { outcome: undefined };
  const target = watchTarget(session.openTarget({ object, operation, matchOn, options }), (_, { outcome }) => {
    answered.outcome = operationOutcomes.find((known) => known === outcome) ?? answered.outcome;
  });
  const write = { plan, body, targetId, outcome: () => answered.outcome };
  const store = createOperationStore(address, write, { database, createScrub: session.createScrub });
  progress.store = store;
  const ports = { source: oneRecord(body), target, store, clock };
  return runSegment(plan, ports, toSegmentLimits(target), { cancel: neverAborted, shutdown });
}

const neverAborted = new AbortController().signal;

function oneRecord(record: OneWrite['body']): RecordSource {
  return { readPage: () => Promise.resolve({ records: [record], next: undefined, bytes: 0 }) };
}

function isRefusal(failure: unknown): failure is ConnectorError | UnusableError {
  return failure instanceof ConnectorError || failure instanceof UnusableError;
}

function toError(failure: unknown): OperationError {
  if (failure instanceof ConnectorError) return { code: failure.kind, message: failure.message };
  if (failure instanceof UnusableError) return { code: failure.code, message: failure.message };
  return { code: 'internal', message: messages.connectionUnusable };
}

/** How long until the next attempt; at once where the worker is only going down. */
function toWait(attempts: number, failure: unknown, result: SegmentResult | undefined): number {
  if (result?.status === 'waiting') return result.retryAfterMs;
  if (result !== undefined) return 0;
  const asked = failure instanceof ConnectorError ? failure.retryAfterMs : undefined;
  return asked ?? Math.min(firstWaitMs * 2 ** Math.min(attempts, attemptsCounted), waitMaxMs);
}

function decide(ageMs: number, failure: unknown): GiveUp {
  if (ageMs >= resolveWithinMs) return 'always';
  const isFinal = failure instanceof UnusableError || (failure instanceof ConnectorError && !failure.retryable);
  return isFinal || ageMs >= sendWithinMs ? 'not sent' : 'never';
}
