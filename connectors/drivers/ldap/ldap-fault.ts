import { ResultCodeError } from 'ldapts';
import type { ConnectorErrorKind } from '../../../core/connector-error.ts';
import { toTransportFault } from '../shared/transport-fault.ts';
import type { OperationFault } from '../shared/live-connection.ts';
import { messages } from '../../../core/messages.ts';
import { shorten } from '../shared/shorten.ts';

export interface LdapFault extends OperationFault {
  /** The directory's result code. Absent without a response. */
  code: number | undefined;
}

export function toLdapFault(error: unknown): LdapFault {
  if (!(error instanceof ResultCodeError)) return { ...toTransportFault(error), isAnswer: false, code: undefined };
  const kind = kinds[error.code] ?? 'unknown';
  const message = `${refusals[kind] ?? 'The directory refused the operation.'} (LDAP result ${error.code})`;
  return {
    fault: { kind, message, vendorMessage: shorten(error.message) },
    sent: false,
    isAnswer: true,
    code: error.code,
  };
}

export const sizeLimitExceeded = 4;
export const noSuchObject = 32;
export const invalidName = 34;
export const alreadyExists = 68;

/** @see https://www.rfc-editor.org/rfc/rfc4511#appendix-A */
const kinds: Readonly<Record<number, ConnectorErrorKind>> = {
  2: 'unsupported',
  3: 'transient',
  [sizeLimitExceeded]: 'quota',
  7: 'config',
  8: 'config',
  11: 'quota',
  12: 'unsupported',
  13: 'config',
  16: 'validation',
  17: 'validation',
  18: 'validation',
  19: 'validation',
  20: 'conflict',
  21: 'validation',
  [noSuchObject]: 'not_found',
  [invalidName]: 'validation',
  48: 'auth_invalid',
  49: 'auth_invalid',
  50: 'permission',
  51: 'maintenance',
  52: 'maintenance',
  // The directory's own rules, password policies above all.
  53: 'validation',
  64: 'validation',
  65: 'validation',
  66: 'conflict',
  67: 'validation',
  [alreadyExists]: 'conflict',
  69: 'validation',
  71: 'unsupported',
};

const refusals: Partial<Readonly<Record<ConnectorErrorKind, string>>> = {
  auth_invalid: messages.signInRefused({ system: 'directory' }),
  config: messages.otherSignInRequired({ system: 'directory' }),
  conflict: 'An entry with the same name or value exists, or others stand below it.',
  maintenance: 'The directory is busy or unavailable at the moment.',
  not_found: 'The directory has no entry of this name.',
  permission: 'The user of the connection lacks a permission in the directory.',
  quota: "The directory's size or time limit for this user is exceeded.",
  transient: 'The directory stopped the operation.',
  unsupported: messages.operationUnsupported({ system: 'directory' }),
  validation: messages.valueRefused({ system: 'directory' }),
};
