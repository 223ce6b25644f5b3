import type { ResponseHeaders } from '../../../kit/http/rate-signals.ts';
import type { RequestPlan } from '../exchange/plan.ts';

/** An outgoing request. Authenticators change its address and headers. */
export interface OutgoingRequest {
  method: RequestPlan['method'];
  url: URL;
  headers: Record<string, string>;
  body: string | undefined;
  /** The vendor's host that the address stands in for. */
  vendorHost?: string | undefined;
}

/** The parts of a response that show whether it refuses the credentials. */
export interface AnswerHead {
  status: number;
  headers: ResponseHeaders;
}

/**
 * Called with the response to a request, whatever it is.
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
  /** Ends what was started for this session only, such as a login. Never throws. */
  close(): Promise<void>;
}
