import type { ConnectorErrorKind, MissingName } from '../../../../core/connector-error.ts';
import { type Fault, FaultError } from '../../../kit/fault.ts';
import { toTransportFault } from '../../shared/transport-fault.ts';
import { codeOf } from '../../../kit/type-guards.ts';
import { databaseMessages, statementRefused } from '../database-messages.ts';
import { messages } from '../../../../core/messages.ts';
import { shorten } from '../../shared/shorten.ts';

/** Why a statement gave no result. */
export interface DatabaseFault {
  fault: Fault;
  /** The statement may have been executed. If the server reports an error, it was not. */
  sent: boolean;
  /** The values of one row are to blame, not the statement. */
  isDataFault: boolean;
  /** The server responded, so its connection is still usable. */
  isAnswer: boolean;
}

/**
 * What postgres.js keeps of a server's error. @see https://www.postgresql.org/docs/current/protocol-error-fields.html
 */
interface ServerError {
  code: string;
  message: string;
  detail?: string;
  column_name?: string;
}

function isServerError(error: unknown): error is ServerError & Error {
  return error instanceof Error && error.name === 'PostgresError' && codeOf(error) !== undefined;
}

export function toDatabaseFault(error: unknown): DatabaseFault {
  if (isServerError(error)) return fromServer(error);
  if (error instanceof FaultError) return { fault: error.fault, sent: false, isDataFault: false, isAnswer: false };
  const code = codeOf(error) ?? '';
  if (code === 'CONNECT_TIMEOUT') {
    return {
      fault: { kind: 'transient', message: messages.responseTimeout },
      sent: false,
      isDataFault: false,
      isAnswer: false,
    };
  }
  return { ...toTransportFault(error), isDataFault: false, isAnswer: false };
}

function fromServer(error: ServerError): DatabaseFault {
  const isDataFault = /^(?:22|23|44|P0)/.test(error.code) || error.code === repeatedRow;
  const kind = kindOf(error.code);
  // Other errors concern the statement, not values, so their text can be shown to the owner of the connection.
  const said = isDataFault ? '' : `${shorten(error.message)} `;
  const fields = readFields(error).map((field) => ({ field, message: shorten(error.message) }));
  return {
    fault: {
      kind,
      message: `${databaseMessages[kind] ?? statementRefused} ${said}(${error.code})`,
      fields,
      missing: missing[error.code],
      vendorMessage: isDataFault ? shorten(error.message) : undefined,
    },
    sent: false,
    isDataFault,
    // A server that goes down closes the connection behind its answer.
    isAnswer: !error.code.startsWith('57P') && !error.code.startsWith('08'),
  };
}

/** "ON CONFLICT DO UPDATE command cannot affect row a second time": two rows of one statement are the same record. */
const repeatedRow = '21000';

/** @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
function kindOf(code: string): ConnectorErrorKind {
  const exact = kinds[code] ?? kinds[code.slice(0, 2)];
  return exact ?? 'unknown';
}

const kinds: Readonly<Record<string, ConnectorErrorKind>> = {
  '08': 'transient',
  '0A': 'unsupported',
  '21': 'validation',
  '22': 'validation',
  '23': 'validation',
  '23505': 'conflict',
  '23P01': 'conflict',
  '25006': 'maintenance',
  '28': 'auth_invalid',
  '3D': 'config',
  '3F': 'config',
  '40': 'transient',
  '42': 'config',
  '42501': 'permission',
  // A check of a view.
  '44': 'validation',
  '53': 'transient',
  '53300': 'rate_limited',
  '54': 'validation',
  '55': 'transient',
  // "cannot insert into view", and the like: the table must be another one.
  '55000': 'config',
  '57': 'transient',
  '57P03': 'maintenance',
  '58': 'transient',
  // `raise exception` of a trigger.
  P0: 'validation',
};

const missing: Readonly<Record<string, MissingName>> = {
  '3F000': { of: 'object', known: [] },
  '42P01': { of: 'object', known: [] },
  '42703': { of: 'field', known: [] },
};

/** `Key (email)=(a@example.com) already exists.` */
const keyDetail = /^Key \(([^)]+)\)=/;

function readFields({ column_name: column, detail }: ServerError): string[] {
  if (column !== undefined) return [column];
  const names = keyDetail.exec(detail ?? '')?.[1];
  return names === undefined ? [] : names.split(', ').map((name) => name.replace(/^"(.*)"$/, '$1'));
}
