import type { ResponseHeaders } from '../../../kit/http/rate-signals.ts';
import type { RequestPlan } from '../exchange/plan.ts';

/** A request on its way out; authenticators change its address and headers. */
export interface OutgoingRequest {
  method: RequestPlan['method'];
  url: URL;
  headers: Record<string, string>;
  body: string | undefined;
  /** The vendor's host that the address stands in for. */
  vendorHost?: string | undefined;
}

/** What of an answer tells whether it refuses the request's credentials. */
export interface AnswerHead {
  status: number;
  headers: ResponseHeaders;
}

/**
 * Is told how a request was answered, whatever the answer.
 *
 * @returns true when it was refused and is worth sending once more with a new credential.
 */
export type Recover = (answer: AnswerHead, signal: AbortSignal) => Promise<boolean>;

/** Adds the credentials of a connection to a request. Called once for each time a request is sent. */
export type Authenticate = (request: OutgoingRequest, signal: AbortSignal) => Promise<Recover | undefined>;

/** An auth method bound to credentials. They are revealed inside, and stay there. */
export interface Authenticator {
  authenticate: Authenticate;
  /** Values that were obtained and must not be shown. */
  readSecrets(): string[];
  /** Ends what was begun for this session alone. Never throws. */
  close(): Promise<void>;
}
