import type { Clock } from '../../../core/clock.ts';
import type { Discovery, ReadableEnd } from '../../../core/connection-requests.ts';
import type { FieldComparison } from '../../../core/field-comparison.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { CallOutcome } from '../../../core/metrics.data.ts';
import type { RecordFinder, RecordSource, RecordTarget, WriteOperation } from '../../../core/records.ts';
import type { Scrub } from '../../../core/scrub.ts';
import type { Secret } from '../../../core/secret.ts';
import type { Tracer } from '../../../core/tracing.ts';
import type { TokenStore } from './token-store.ts';

/**
 * A connection opened for use: its connector, configuration and credentials bound together. Lives in the worker only.
 */
export interface ConnectorSession {
  /** Checks the way to the system, one cheap authenticated call and a first read, as a staged report. Never throws for a remote fault: that is a result. */
  test(signal: AbortSignal): Promise<TestReport>;
  /** The objects of the connection and their fields: declared ones, those of a catalogue, and the given ends by a sample. */
  discover(ends: readonly ReadableEnd[], signal: AbortSignal): Promise<Discovery>;
  openSource(request: SourceRequest): RecordSource;
  /** Absent where records cannot be found by a value; no object is described as `finds` then. */
  openFinder?(request: FinderRequest): RecordFinder;
  openTarget(request: TargetRequest): RecordTarget;
  /**
   * Makes what blanks the connection's secrets, and what was made of them for the wire until now, out of what the system
   * said.
   */
  createScrub(this: void): Scrub;
  /** Gives sockets and pools back. Never throws. */
  close(): Promise<void>;
}

/** What a driver makes of a connection: what its secrets are, the form of the credentials tells. */
export type DriverSession = Omit<ConnectorSession, 'createScrub'>;

export interface SourceRequest {
  object: string;
  options: JsonObject;
  /**
   * Records of which one of these is false may be left out. A source may ignore any of them, and asks for none where
   * the system might answer otherwise: what it hands out is filtered again.
   */
  where?: readonly FieldComparison[];
  /** So many records in a page are enough, where the system lets us choose. */
  recordsMax?: number;
}

export interface FinderRequest {
  object: string;
  options: JsonObject;
  /** Path of the field that is searched by. */
  key: string;
}

export interface TargetRequest {
  object: string;
  operation: WriteOperation;
  /** Paths into the mapped record that identify the target's record. */
  matchOn: readonly string[];
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
  /** What helps; only where the check failed. */
  remedy?: string;
}

/** What a session needs from its surroundings. */
export interface SessionContext {
  connectionId: string;
  config: JsonObject;
  /** `id` of the auth method of the connector, and the values of its credential form. */
  auth: { method: string; credentials: Secret<JsonObject> };
  egress: EgressPolicy;
  limiter: RateLimiter;
  clock: Clock;
  /** Told of every call of the system, where somebody wants to know. */
  observeCall?: ObserveCall | undefined;
  /** Told of every call over HTTP that the system refused for a while, failed or did not answer. */
  reportIncident?: ReportIncident | undefined;
  /** Where what the credentials are changed into is kept. Absent: in memory, for this session alone. */
  tokens?: TokenStore;
  /** Traces calls over HTTP. Default: nothing is traced. */
  tracer?: Tracer;
}

/** Begins a call. @returns what to tell its outcome; a call that was given up is not told of. */
export type ObserveCall = () => (outcome: CallOutcome) => void;

/** What kept a call from its result. */
export interface CallIncident {
  /** Of the answer; absent where there was none. */
  status?: number | undefined;
  /** There were too many calls. */
  throttled: boolean;
  /** How long the system asked to be left alone. */
  retryAfterMs?: number | undefined;
  /** The same request is sent again after a wait, which begins now. */
  repeated: boolean;
  /** What was called, where it is not the operation that is at work. */
  operation?: 'token' | undefined;
  /** The call was told of before: what is new is the wait. */
  isWait?: true | undefined;
}

/** @returns what to tell that the wait before the next attempt is over. */
export type ReportIncident = (incident: CallIncident) => () => void;

/** Which addresses outbound calls may reach beyond the public internet: the operator's decision, never a tenant's. */
export interface EgressPolicy {
  /** `host:port`, `cidr` or `cidr:port` entries opened by the operator. */
  allow: readonly string[];
  /** `host:port` of the hub's own servers: closed, except where `allow` names the very place. Default: none. */
  own?: readonly string[];
  /** Port of this machine that takes every connection in place of its host, unencrypted. Tests only: no configuration sets it. */
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
   * A call that was taken is over.
   *
   * @param told What its answer said of the budget.
   */
  settle(bucket: string, budget?: VendorBudget): void;
  /** Nothing more for a while: the vendor said so. */
  pause(bucket: string, ms: number): void;
}

/** What a vendor says of its own budget. */
export interface VendorBudget {
  /** Calls left. */
  left: number;
  /** How long that holds; `undefined` where the vendor does not tell when there will be more. */
  forMs: number | undefined;
}

export interface RateBucket {
  /** Name of the bucket within the connection. */
  name: string;
  /** Calls per interval. */
  limit: number;
  perMs: number;
}
