import { messages } from './messages.ts';
/**
 * The closed error catalogue: code → HTTP status, and whether the same request may succeed when sent again.
 *
 * @see docs/errors/README.md
 */
export const errorCodes = {
  invalid_request: { httpStatus: 400, retryable: false },
  unauthorized: { httpStatus: 401, retryable: false },
  insufficient_scope: { httpStatus: 403, retryable: false },
  forbidden: { httpStatus: 403, retryable: false },
  organization_suspended: { httpStatus: 403, retryable: false },
  feature_not_enabled: { httpStatus: 403, retryable: false },
  not_found: { httpStatus: 404, retryable: false },
  method_not_allowed: { httpStatus: 405, retryable: false },
  request_timeout: { httpStatus: 408, retryable: true },
  conflict: { httpStatus: 409, retryable: false },
  invalid_state: { httpStatus: 409, retryable: false },
  integration_not_ready: { httpStatus: 409, retryable: false },
  resource_in_use: { httpStatus: 409, retryable: false },
  run_already_finished: { httpStatus: 409, retryable: false },
  idempotency_in_progress: { httpStatus: 409, retryable: true },
  precondition_failed: { httpStatus: 412, retryable: false },
  payload_too_large: { httpStatus: 413, retryable: false },
  uri_too_long: { httpStatus: 414, retryable: false },
  unsupported_media_type: { httpStatus: 415, retryable: false },
  idempotency_key_reused: { httpStatus: 422, retryable: false },
  connection_test_failed: { httpStatus: 422, retryable: false },
  precondition_required: { httpStatus: 428, retryable: false },
  rate_limited: { httpStatus: 429, retryable: true },
  quota_exceeded: { httpStatus: 429, retryable: true },
  headers_too_large: { httpStatus: 431, retryable: false },
  internal_error: { httpStatus: 500, retryable: true },
  upstream_error: { httpStatus: 502, retryable: true },
  service_unavailable: { httpStatus: 503, retryable: true },
  upstream_timeout: { httpStatus: 504, retryable: true },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** One thing wrong with an input: where, which rule, and what would be right. */
export interface FieldError {
  /** Dotted path into the input: `mapping[2].to`, `query.per_page`. */
  path: string;
  code: string;
  message: string;
  /** Values that would have been accepted, where they are few. */
  allowed?: readonly string[];
  /** What was probably meant. */
  suggestion?: string | undefined;
  /** Where in a text, a formula: lines and columns from 1, the offset in UTF-16 code units from 0. */
  position?: { line: number; column: number; offset: number };
}

/** Additional information for the caller; never holds internals, SQL or secrets. */
export interface ErrorDetails {
  errors?: FieldError[];
  [key: string]: unknown;
}

/**
 * A fault that the API can answer: a code of the catalogue, a sentence for a person, and details for a program.
 *
 * Anything else that is thrown counts as `internal_error` and is not shown.
 */
export class HubError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  /** Seconds after which a retry makes sense (`Retry-After`). */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorDetails; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'HubError';
    this.code = code;
    this.details = options.details ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** An input that breaks its contract, with every field error together. */
export function invalidRequest(message: string, errors: FieldError[] = []): HubError {
  return new HubError('invalid_request', message, errors.length > 0 ? { details: { errors } } : {});
}

/** The one answer for what does not exist and for what the caller may not know of. */
export function notFound(): HubError {
  return new HubError('not_found', messages.resourceNotFound);
}

/** The same for an object or an operation of a connection that the caller may know of: with what there is. */
export function objectNotFound(errors: FieldError[]): HubError {
  return new HubError('not_found', messages.objectNotFound, { details: { errors } });
}

/** A text for any thrown value. For logs, never for answers. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
