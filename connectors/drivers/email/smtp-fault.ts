import { z } from 'zod';
import type { ConnectorErrorKind } from '../../../core/connector-error.ts';
import { toTransportFault } from '../shared/transport-fault.ts';
import type { OperationFault } from '../shared/live-connection.ts';
import { messages } from '../../../core/messages.ts';

export interface SmtpFault extends OperationFault {
  /** The server's reply code. Absent without a reply. */
  status?: number | undefined;
}

/** The members of nodemailer's errors. `responseCode` is the server's reply. */
const smtpError = z.object({ responseCode: z.int().optional(), code: z.string().optional() }).catch({});

export function toSmtpFault(error: unknown): SmtpFault {
  const { responseCode: status, code } = smtpError.parse(error);
  if (status === undefined || status < 400) return toBreak(error, code);
  const named = toKind(status);
  const kind = code === 'EAUTH' && named === 'validation' ? 'auth_invalid' : named;
  const message = `${refusals[kind] ?? 'The server refused the message.'} (SMTP ${status})`;
  // A refused message was not sent. After 421, the server closes the connection.
  return { fault: { kind, message }, sent: false, isAnswer: status !== 421, status };
}

function toBreak(error: unknown, code: string | undefined): SmtpFault {
  if (code === 'EAUTH' || code === 'ENOAUTH') return { fault: noWayIn, sent: false, isAnswer: true };
  // nodemailer replaces Node's error code with its own.
  if (error instanceof Error && /certificate/i.test(error.message))
    return { fault: strange, sent: false, isAnswer: false };
  const timedOut = code === 'ETIMEDOUT' ? new DOMException(messages.responseTimeout, 'TimeoutError') : undefined;
  return { ...toTransportFault(timedOut ?? error), isAnswer: false };
}

/** @see https://www.rfc-editor.org/rfc/rfc5321#section-4.2.3 and RFC 4954 */
function toKind(status: number): ConnectorErrorKind {
  if (status === 530 || status === 538) return 'config';
  if (status === 535 || status === 534) return 'auth_invalid';
  if (status === 452) return 'quota';
  return status < 500 ? 'transient' : 'validation';
}

const refusals: Partial<Readonly<Record<ConnectorErrorKind, string>>> = {
  auth_invalid: messages.signInRefused({ system: 'server' }),
  config: messages.otherSignInRequired({ system: 'server' }),
  quota: 'The server has too little room at the moment.',
  transient: 'The server does not accept messages at the moment.',
  validation: 'The server refused the message, its sender or its recipients.',
};

const strange = { kind: 'config', message: messages.certificateRefused() } as const;

const noWayIn = { kind: 'config', message: 'The server offers no way to sign in with a password.' } as const;
