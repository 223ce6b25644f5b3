import type { ConnectorErrorKind } from '../../../core/connector-error.ts';
import { FaultError } from '../../kit/fault.ts';
import { toTransportFault } from '../shared/transport-fault.ts';
import type { OperationFault } from '../shared/live-connection.ts';
import { messages } from '../../../core/messages.ts';

export function toSftpFault(error: unknown): OperationFault {
  if (!(error instanceof Error)) return { ...toTransportFault(error), isAnswer: false };
  if (error instanceof FaultError) return { fault: error.fault, sent: false, isAnswer: true };
  // Our own timeouts have codes of their own, which are no status.
  if (error instanceof DOMException) return { ...toTransportFault(error), isAnswer: false };
  const code = 'code' in error && typeof error.code === 'number' ? error.code : undefined;
  const level = 'level' in error ? String(error.level) : undefined;
  if (level === 'client-authentication') return refusedLogin;
  if (code === undefined) return { ...toTransportFault(error), isAnswer: false };
  const kind = kinds[code] ?? 'unknown';
  const message = `${refusals[kind] ?? 'The server refused the operation.'} (SFTP status ${code})`;
  // Only these two say that the connection is gone, not what the server thinks of the operation.
  const isAnswer = kind !== 'transient';
  return { fault: { kind, message }, sent: !isAnswer, isAnswer };
}

const refusedLogin: OperationFault = {
  fault: { kind: 'auth_invalid', message: messages.signInRefused({ system: 'server', secret: 'the password or key' }) },
  sent: false,
  isAnswer: false,
};

/** Status of a path without a file. */
export const noSuchFile = 2;

/** @see https://datatracker.ietf.org/doc/html/draft-ietf-secsh-filexfer-02#section-7 */
const kinds: Readonly<Record<number, ConnectorErrorKind>> = {
  [noSuchFile]: 'not_found',
  3: 'permission',
  4: 'unknown',
  5: 'unsupported',
  6: 'transient',
  7: 'transient',
  8: 'unsupported',
};

const refusals: Partial<Readonly<Record<ConnectorErrorKind, string>>> = {
  not_found: 'The server has no such file or folder.',
  permission: 'The user lacks permission for this file or folder.',
  transient: 'The connection to the server was lost.',
  unsupported: messages.operationUnsupported({ system: 'server' }),
};
