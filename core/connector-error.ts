/**
 * What went wrong between a connector and its system: one taxonomy for all of them.
 *
 * `retry` says what a later attempt can do: `never` (a person must act), `later` (the same call may succeed).
 * `applied` says whether a write that failed so may have taken effect: `no`, or `unknown` (the answer was lost).
 */
export const connectorErrorKinds = {
  auth_expired: { retry: 'later', applied: 'no' },
  auth_invalid: { retry: 'never', applied: 'no' },
  permission: { retry: 'never', applied: 'no' },
  not_found: { retry: 'never', applied: 'no' },
  conflict: { retry: 'never', applied: 'no' },
  validation: { retry: 'never', applied: 'no' },
  rate_limited: { retry: 'later', applied: 'no' },
  quota: { retry: 'later', applied: 'no' },
  transient: { retry: 'later', applied: 'unknown' },
  maintenance: { retry: 'later', applied: 'no' },
  cursor_expired: { retry: 'later', applied: 'no' },
  unsupported: { retry: 'never', applied: 'no' },
  schema_drift: { retry: 'never', applied: 'unknown' },
  config: { retry: 'never', applied: 'no' },
  unknown: { retry: 'later', applied: 'unknown' },
} as const;

export type ConnectorErrorKind = keyof typeof connectorErrorKinds;

/** One field that the remote system refused. */
export interface RejectedField {
  field: string;
  message: string;
}

/** What a call names that the system does not have. */
export interface MissingName {
  /** The object itself, the field that its records are searched by, or another field of it. */
  of: 'object' | 'key' | 'field';
  /** What there is, the nearest first. */
  known: readonly string[];
}

/** A failed call of a connector. Holds no query string, no body and no credential. */
export class ConnectorError extends Error {
  readonly kind: ConnectorErrorKind;
  readonly connectorId: string;
  readonly operation: string;
  /** Method and URL without query, or the statement's purpose for SQL. */
  readonly endpoint: string | undefined;
  readonly status: number | undefined;
  /** How long the remote system asked us to wait. */
  readonly retryAfterMs: number | undefined;
  readonly fields: readonly RejectedField[];
  readonly missing: MissingName | undefined;

  constructor(
    kind: ConnectorErrorKind,
    message: string,
    context: {
      connectorId: string;
      operation: string;
      endpoint?: string | undefined;
      status?: number | undefined;
      retryAfterMs?: number | undefined;
      fields?: readonly RejectedField[];
      missing?: MissingName | undefined;
      cause?: unknown;
    },
  ) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause });
    this.name = 'ConnectorError';
    this.kind = kind;
    this.connectorId = context.connectorId;
    this.operation = context.operation;
    this.endpoint = context.endpoint;
    this.status = context.status;
    this.retryAfterMs = context.retryAfterMs;
    this.fields = context.fields ?? [];
    this.missing = context.missing;
  }

  /** True when a write that failed so may still have been carried out. */
  get maybeApplied(): boolean {
    return connectorErrorKinds[this.kind].applied === 'unknown';
  }

  /** True when the same call may succeed later without anybody acting. */
  get retryable(): boolean {
    return connectorErrorKinds[this.kind].retry === 'later';
  }
}
