import type { Clock } from '../../../core/clock.ts';
import type { Discovery, ReadableEnd } from '../../../core/connection-requests.ts';
import type { FieldComparison } from '../../../core/field-comparison.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { CallOutcome } from '../../../core/telemetry/metrics.data.ts';
import type { RecordFinder, RecordSource, RecordTarget, WriteOperation } from '../../../core/records.ts';
import type { Scrub } from '../../../core/telemetry/scrub.ts';
import type { Secret } from '../../../core/secret.ts';
import type { Tracer } from '../../../core/telemetry/tracing.ts';
import type { Subscriber } from './subscriber.ts';
import type { TokenStore } from './token-store.ts';

/**
 * A connection opened for use: its connector, configuration and credentials bound together. Lives in the worker only.
 */
export interface ConnectorSession {
  /**
   * Checks reachability, one cheap authenticated call and a first read, as a staged report. Never throws for a remote
   * fault, which is a result.
   */
  test(signal: AbortSignal): Promise<TestReport>;
  /**
   * The objects of the connection and their fields: declared ones, those of a catalog, and the given ends by sampling.
   */
  discover(ends: readonly ReadableEnd[], signal: AbortSignal): Promise<Discovery>;
  openSource(request: SourceRequest): RecordSource;
  /** Absent if records cannot be found by a value; then no object is described as `finds`. */
  openFinder?(request: FinderRequest): RecordFinder;
  openTarget(request: TargetRequest): RecordTarget;
  /** Absent where the system lets programs subscribe to nothing. @throws {ConnectorError} kind `config` for an unknown topic. */
  openSubscriber?(topic: string): Subscriber;
  /**
   * Creates a function that redacts the connection's secrets, and everything derived from them so far, in texts that
   * the system returned.
   */
  createScrub(this: void): Scrub;
  /** Closes sockets and pools. Never throws. */
  close(): Promise<void>;
}

/** What a driver implements for a connection. The form of the credentials defines its secrets. */
export type DriverSession = Omit<ConnectorSession, 'createScrub'>;

export interface SourceRequest {
  object: string;
  options: JsonObject;
  /**
   * Records for which one of these is false may be omitted. A source may ignore any of them, and uses none where
   * the system might evaluate it differently: its records are filtered again.
   */
  where?: readonly FieldComparison[];
  /** The number of records that a page needs, if the system lets us choose. */
  recordsMax?: number;
}

export interface FinderRequest {
  object: string;
  options: JsonObject;
  /** Path of the field that is searched by. */
  key: string;
  /** What the system refuses to look for, perhaps since it does not know the field, is an error instead of not there. */
  tellsRefusals?: boolean;
}

export interface TargetRequest {
  object: string;
  operation: WriteOperation;
  /** Paths into the mapped record that identify the target's record. */
  matchOn: readonly string[];
  /** `targetId` of the effects is the target's own id of the record, given by the flow: nothing is looked for. */
  byId?: boolean;
  options: JsonObject;
}

/** @see docs/connections.md#testing */
export interface TestReport {
  ok: boolean;
  checks: TestCheck[];
  latencyMs: number;
}

export interface TestCheck {
  name: string;
  ok: boolean;
  code: string;
  message: string;
  /** What to do. Only if the check failed. */
  remedy?: string;
}

/** The dependencies of a session. */
export interface SessionContext {
  connectionId: string;
  config: JsonObject;
  /** `id` of the auth method of the connector, and the values of its credential form. */
  auth: { method: string; credentials: Secret<JsonObject> };
  egress: EgressPolicy;
  limiter: RateLimiter;
  clock: Clock;
  /** Called for every call to the system. */
  observeCall?: ObserveCall | undefined;
  /** Called for every HTTP call that the system throttled, failed or did not answer. */
  reportIncident?: ReportIncident | undefined;
  /** Stores tokens obtained with the credentials. Absent: in memory, for this session only. */
  tokens?: TokenStore;
  /** Traces calls over HTTP. Default: nothing is traced. */
  tracer?: Tracer;
}

/** Begins a call. @returns a function that reports its outcome. A canceled call is not reported. */
export type ObserveCall = () => (outcome: CallOutcome) => void;

/** Why a call has no result, or none that says enough. */
export interface CallIncident {
  /** It created a record, and its response has no id there. */
  idMissingAt?: string | undefined;
  /** The status of the response. Absent without a response. */
  status?: number | undefined;
  /** There were too many calls. */
  throttled: boolean;
  /** The pause that the system requested. */
  retryAfterMs?: number | undefined;
  /** The same request is sent again after a wait, which begins now. */
  repeated: boolean;
  /** The operation of the call, if it is not the current one. */
  operation?: 'token' | undefined;
  /** The call was reported before; only the wait is new. */
  isWait?: true | undefined;
}

/** @returns a function to call when the wait before the next attempt is over. */
export type ReportIncident = (incident: CallIncident) => () => void;

/** Which addresses outbound calls may reach beyond the public internet: the operator's decision, never a tenant's. */
export interface EgressPolicy {
  /** `host:port`, `cidr` or `cidr:port` entries opened by the operator. */
  allow: readonly string[];
  /** `host:port` of the hub's own servers: closed, except where `allow` names the very place. Default: none. */
  own?: readonly string[];
  /**
   * Port of this machine that takes every connection in place of its host, unencrypted. Tests only: no configuration
   * sets it.
   */
  loopbackPort?: number;
}

/** Budget of calls shared by every session of a connection, in every worker. */
export interface RateLimiter {
  /**
   * Takes one call out of a bucket, waiting a few seconds at most.
   *
   * @throws {ConnectorError} kind `rate_limited` with `retryAfterMs` when the wait would be longer than `waitMaxMs`.
   */
  take(bucket: RateBucket, signal: AbortSignal): Promise<void>;
  /**
   * Reports the end of a call.
   *
   * @param told The budget that its response reported.
   */
  settle(bucket: string, budget?: VendorBudget): void;
  /** Pauses all calls, as the vendor requested. */
  pause(bucket: string, ms: number): void;
}

/** The budget that a vendor reports. */
export interface VendorBudget {
  /** Calls left. */
  left: number;
  /** How long that applies. `undefined` if the vendor does not report when the budget is refilled. */
  forMs: number | undefined;
}

export interface RateBucket {
  /** Name of the bucket within the connection. */
  name: string;
  /** Calls per interval. */
  limit: number;
  perMs: number;
}
