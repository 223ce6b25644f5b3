import type { ConnectorErrorKind, MissingName } from '../../../../core/connector-error.ts';
import { toTransportFault } from '../../shared/transport-fault.ts';
import type { OperationFault } from '../../shared/live-connection.ts';
import { codeOf } from '../../../kit/type-guards.ts';
import { databaseMessages, statementRefused } from '../database-messages.ts';
import { messages } from '../../../../core/messages.ts';
import { shorten } from '../../shared/shorten.ts';

export interface MysqlFault extends OperationFault {
  /** The values of the row are to blame, not the statement. */
  isDataFault: boolean;
}

/** What mysql2 keeps of a server's error. */
interface ServerError extends Error {
  errno: number;
  sqlState: string;
}

export function toMysqlFault(error: unknown): MysqlFault {
  const handshake = handshakes[codeOf(error) ?? ''];
  if (handshake !== undefined) return unencrypted(handshake);
  if (!isServerError(error)) return { ...toTransportFault(error), isAnswer: false, isDataFault: false };
  const kind = kinds[error.errno] ?? states[error.sqlState.slice(0, 2)] ?? 'unknown';
  const isDataFault = kind === 'validation' || kind === 'conflict';
  const said = shorten(error.message);
  const message = `${databaseMessages[kind] ?? statementRefused} (${error.errno})`;
  const field = /[Cc]olumn '([^']+)'/.exec(error.message)?.[1];
  const fields = field === undefined ? [] : [{ field, message: said }];
  const fault = { kind, message, fields, missing: missing[error.errno], vendorMessage: said };
  return { fault, sent: false, isAnswer: true, isDataFault };
}

/** What mysql2 calls the ways in which encryption does not come about. */
const handshakes: Readonly<Record<string, string>> = {
  HANDSHAKE_NO_SSL_SUPPORT: messages.encryptionNotOffered({ system: 'database' }),
  HANDSHAKE_SSL_ERROR: messages.certificateRefused(),
};

function unencrypted(message: string): MysqlFault {
  return { fault: { kind: 'config', message }, sent: false, isAnswer: false, isDataFault: false };
}

function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'errno' in error && typeof error.errno === 'number' && 'sqlState' in error;
}

/** @see https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html */
const kinds: Readonly<Record<number, ConnectorErrorKind>> = {
  1040: 'rate_limited',
  1044: 'permission',
  1045: 'auth_invalid',
  1049: 'config',
  1053: 'maintenance',
  1054: 'config',
  1062: 'conflict',
  1142: 'permission',
  1143: 'permission',
  1146: 'config',
  1203: 'rate_limited',
  1205: 'transient',
  1213: 'transient',
  1227: 'permission',
  1264: 'validation',
  1265: 'validation',
  // A view that cannot be written, or not in this column.
  1288: 'config',
  1290: 'maintenance',
  1292: 'validation',
  1348: 'config',
  // A view of what is gone, or of what its maker may not see any more.
  1356: 'config',
  1364: 'validation',
  1366: 'validation',
  1369: 'validation',
  1370: 'permission',
  1406: 'validation',
  1449: 'config',
  1452: 'validation',
  1471: 'config',
  1698: 'auth_invalid',
  // The value of a column that gives itself its value, of MariaDB and MySQL.
  1906: 'config',
  3105: 'config',
  3024: 'transient',
  3819: 'validation',
  4025: 'validation',
};

const missing: Readonly<Record<number, MissingName>> = {
  1054: { of: 'field', known: [] },
  1146: { of: 'object', known: [] },
};

/** By the class of the SQL state. */
const states: Readonly<Record<string, ConnectorErrorKind>> = {
  '08': 'transient',
  '22': 'validation',
  '23': 'validation',
  '28': 'auth_invalid',
  '40': 'transient',
  '42': 'config',
  // `signal` of a trigger.
  '45': 'validation',
};
