import { z } from 'zod';
import type { ConnectorErrorKind } from '../../../core/connector-error.ts';
import { FaultError } from '../../kit/fault.ts';
import { toTransportFault } from '../shared/transport-fault.ts';
import type { OperationFault } from '../shared/live-connection.ts';
import { messages } from '../../../core/messages.ts';

/** The members of ImapFlow's errors. */
const imapError = z
  .object({
    authenticationFailed: z.boolean().optional(),
    mailboxMissing: z.boolean().optional(),
    responseStatus: z.string().optional(),
    serverResponseCode: z.string().optional(),
    code: z.string().optional(),
  })
  .catch({});

type Said = z.output<typeof imapError>;

export function toImapFault(error: unknown): OperationFault {
  if (error instanceof FaultError) return { fault: error.fault, sent: false, isAnswer: true };
  const said = imapError.parse(error);
  const kind = toKind(said);
  if (kind === undefined) return { ...toTransportFault(asTimeout(said) ?? error), isAnswer: false };
  const codeSuffix = said.serverResponseCode === undefined ? '' : ` (${said.serverResponseCode})`;
  const message = `${refusals[kind] ?? 'The server refused the command.'}${codeSuffix}`;
  return { fault: { kind, message }, sent: false, isAnswer: true };
}

function toKind(said: Said): ConnectorErrorKind | undefined {
  const kind = kinds[said.serverResponseCode ?? ''];
  if (kind !== undefined) return kind;
  if (said.authenticationFailed === true) return 'auth_invalid';
  if (said.mailboxMissing === true) return 'not_found';
  return said.responseStatus === undefined ? undefined : 'unknown';
}

/** @see https://www.rfc-editor.org/rfc/rfc5530#section-3 */
const kinds: Readonly<Record<string, ConnectorErrorKind>> = {
  AUTHENTICATIONFAILED: 'auth_invalid',
  AUTHORIZATIONFAILED: 'auth_invalid',
  EXPIRED: 'auth_invalid',
  PRIVACYREQUIRED: 'config',
  CONTACTADMIN: 'permission',
  NOPERM: 'permission',
  NONEXISTENT: 'not_found',
  TRYCREATE: 'not_found',
  UNAVAILABLE: 'transient',
  INUSE: 'transient',
  SERVERBUG: 'transient',
  LIMIT: 'quota',
  OVERQUOTA: 'quota',
};

const refusals: Partial<Readonly<Record<ConnectorErrorKind, string>>> = {
  auth_invalid: messages.signInRefused({ system: 'server' }),
  config: 'The server requires encryption. Set the encryption of the connection to tls or starttls.',
  not_found: 'There is no mailbox of this name.',
  permission: 'The user lacks permission for this mailbox.',
  quota: "The server's quota of this user is exceeded.",
  transient: 'The server cannot execute the command at the moment.',
};

/** ImapFlow has its own codes for timeouts. */
function asTimeout({ code }: Said): DOMException | undefined {
  const isTimeout = code?.endsWith('TIMEOUT') === true;
  return isTimeout ? new DOMException(messages.responseTimeout, 'TimeoutError') : undefined;
}
