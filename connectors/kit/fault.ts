import {
  ConnectorError,
  type ConnectorErrorKind,
  type MissingName,
  type RejectedField,
} from '../../core/connector-error.ts';

/** What went wrong, before it is known in which call: pure functions return it, drivers turn it into an error. */
export interface Fault {
  kind: ConnectorErrorKind;
  /** For people. Holds neither query nor body nor credential. */
  message: string;
  retryAfterMs?: number | undefined;
  fields?: readonly RejectedField[] | undefined;
  /** What the call named, and is not there. */
  missing?: MissingName | undefined;
  /** What the vendor said of the record. For the dead letter of that record only. */
  vendorMessage?: string | undefined;
  /** What helps, where that is not what helps with other faults of the kind. */
  remedy?: string | undefined;
  /** The system had too much to do for one call: less of it may succeed. */
  tooLarge?: true | undefined;
  /** An address that gives tokens is to blame, and the call of it was told of (`NoteTrouble`). */
  ofTokens?: true | undefined;
}

/** The call in which a fault happened. */
export interface CallPlace {
  connectorId: string;
  operation: string;
  endpoint?: string | undefined;
  status?: number | undefined;
}

export function toConnectorError(fault: Fault, place: CallPlace, cause?: unknown): ConnectorError {
  return new ConnectorError(fault.kind, fault.message, {
    ...place,
    retryAfterMs: fault.retryAfterMs,
    fields: fault.fields ?? [],
    missing: fault.missing,
    cause,
  });
}

/** A fault on its way out of code that cannot return it, such as a stream or a socket's connect. */
export class FaultError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, cause?: unknown) {
    super(fault.message, cause === undefined ? undefined : { cause });
    this.name = 'FaultError';
    this.fault = fault;
  }
}
