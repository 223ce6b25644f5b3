import { ConnectorError } from '../../../core/connector-error.ts';
import { type Fault, FaultError } from '../../kit/fault.ts';
import { codeOf } from '../../kit/type-guards.ts';
import { messages } from '../../../core/messages.ts';

/** The fault of a failed exchange, and whether the request may have reached the system. */
export interface TransportFault {
  fault: Fault;
  sent: boolean;
}

/** Codes of failures before a single byte of the request was sent. */
const unsent: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The system refuses connections.',
  EHOSTUNREACH: messages.systemUnreachable,
  ENETUNREACH: messages.systemUnreachable,
  EADDRNOTAVAIL: messages.systemUnreachable,
  ENOTFOUND: messages.hostUnresolvable,
  EAI_AGAIN: messages.hostUnresolvable,
  UND_ERR_CONNECT_TIMEOUT: 'The system does not answer to connection attempts.',
};

/**
 * Maps an error without a response to a fault. Messages of libraries are not passed on: they may contain values.
 */
export function toTransportFault(error: unknown): TransportFault {
  // Before a response, only the guard in `connect` and the limiter throw faults of our own.
  const known = findFault(error);
  if (known !== undefined) return { fault: known, sent: false };
  const code = codeOf(error) ?? codeOf(firstOf(error)) ?? '';
  const early = unsent[code];
  if (early !== undefined) return { fault: { kind: 'transient', message: early }, sent: false };
  if (isCertificateCode(code)) {
    return { fault: { kind: 'config', message: messages.certificateRefused({ reason: code }) }, sent: false };
  }
  if (handshakeCode.test(code)) {
    const message = `No encrypted connection could be established (${code}). Check the port and its encryption.`;
    return { fault: { kind: 'config', message }, sent: false };
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    return {
      fault: { kind: 'config', message: 'A header or credential holds characters that cannot be sent.' },
      sent: false,
    };
  }
  if (isTimeout(error, code)) {
    return { fault: { kind: 'transient', message: messages.responseTimeout, tooLarge: true }, sent: true };
  }
  return {
    fault: { kind: 'transient', message: `The connection broke off${code === '' ? '' : ` (${code})`}.` },
    sent: true,
  };
}

function findFault(error: unknown): Fault | undefined {
  if (error instanceof FaultError) return error.fault;
  if (error instanceof ConnectorError) {
    return { kind: error.kind, message: error.message, retryAfterMs: error.retryAfterMs };
  }
  return error instanceof Error && error.cause instanceof FaultError ? error.cause.fault : undefined;
}

/** Node tries several addresses and reports all failures together. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError ? error.errors[0] : undefined;
}

function isTimeout(error: unknown, code: string): boolean {
  if (error instanceof Error && error.name === 'TimeoutError') return true;
  return code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT' || code === 'ETIMEDOUT';
}

/**
 * What only a handshake fails by. Behind it, records that were damaged on the way say nothing of what came before them.
 */
const handshakeCode =
  /^ERR_SSL_(?:WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|NO_|.*(?:HANDSHAKE_FAILURE|PROTOCOL_VERSION|CERTIFICATE|UNKNOWN_CA|UNRECOGNIZED_NAME|INSUFFICIENT_SECURITY|KEY_TOO_SMALL))/;

function isCertificateCode(code: string): boolean {
  return code.startsWith('CERT_') || code.startsWith('ERR_TLS_') || certificateCodes.has(code);
}

/** @see https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const certificateCodes: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
