import { ErrorStatus, RequestFailedError, ResponseInvalidCode, ResponseInvalidError } from 'net-snmp';
import type { ConnectorErrorKind } from '../../../core/connector-error.ts';
import { toTransportFault } from '../shared/transport-fault.ts';
import type { OperationFault } from '../shared/live-connection.ts';
import { messages } from '../../../core/messages.ts';

export interface SnmpFault extends OperationFault {
  /** Whose value the agent refused, where it says so. */
  oid?: string | undefined;
}

export function toSnmpFault(error: unknown): SnmpFault {
  if (error instanceof RequestFailedError) return toRefusal(error);
  if (error instanceof ResponseInvalidError) {
    const fault = error.code === ResponseInvalidCode.EAuthFailure ? refusedLogin : unreadable;
    return { fault, sent: false, isAnswer: true };
  }
  // The class exists, but is missing from the library's types.
  if (error instanceof Error && error.name === 'RequestTimedOutError')
    return { fault: silent, sent: true, isAnswer: false };
  return { ...toTransportFault(error), isAnswer: false };
}

/** Agents report only an error number and the identifier that it concerns. */
function toRefusal({ message: said, status }: InstanceType<typeof RequestFailedError>): SnmpFault {
  const kind = kinds[status] ?? 'unknown';
  const message = `${refusals[kind] ?? 'The agent could not execute the operation.'} (SNMP error ${status})`;
  // Some of it may have been undone, and some not.
  const sent = status === ErrorStatus.UndoFailed;
  return { fault: { kind, message }, sent, isAnswer: true, oid: /: ([\d.]+)$/.exec(said)?.[1] };
}

/** @see https://www.rfc-editor.org/rfc/rfc3416#section-4.2.5 */
const kinds: Readonly<Record<number, ConnectorErrorKind>> = {
  [ErrorStatus.TooBig]: 'validation',
  [ErrorStatus.NoSuchName]: 'not_found',
  [ErrorStatus.BadValue]: 'validation',
  [ErrorStatus.ReadOnly]: 'permission',
  [ErrorStatus.NoAccess]: 'permission',
  [ErrorStatus.WrongType]: 'validation',
  [ErrorStatus.WrongLength]: 'validation',
  [ErrorStatus.WrongEncoding]: 'validation',
  [ErrorStatus.WrongValue]: 'validation',
  [ErrorStatus.NoCreation]: 'not_found',
  [ErrorStatus.InconsistentValue]: 'validation',
  [ErrorStatus.ResourceUnavailable]: 'transient',
  [ErrorStatus.CommitFailed]: 'transient',
  [ErrorStatus.UndoFailed]: 'transient',
  [ErrorStatus.AuthorizationError]: 'permission',
  [ErrorStatus.NotWritable]: 'permission',
  [ErrorStatus.InconsistentName]: 'not_found',
};

const refusals: Partial<Readonly<Record<ConnectorErrorKind, string>>> = {
  not_found: 'The agent has no such object, and cannot make it.',
  permission: 'The object cannot be set, or the login of the connection lacks permission for it.',
  validation: messages.valueRefused({ system: 'agent' }),
};

const refusedLogin = {
  kind: 'auth_invalid',
  message: messages.signInRefused({ system: 'agent', secret: 'a password' }),
} as const;

const unreadable = {
  kind: 'schema_drift',
  message: 'The response of the agent does not follow the protocol.',
} as const;

/** Agents do not respond to unknown communities. */
const silent = {
  kind: 'transient',
  message: 'The agent does not respond. Check its address, and that it accepts this login from the address of the hub.',
} as const;
