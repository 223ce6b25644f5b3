import type { ConnectorErrorKind } from '../../../core/connector-error.ts';
import { messages } from '../../../core/messages.ts';

/** What a refusal of a database means, whatever its dialect. */
export const databaseMessages: Partial<Readonly<Record<ConnectorErrorKind, string>>> = {
  auth_invalid: messages.signInRefused({ system: 'database' }),
  config: 'The database has no such database, schema, table or column.',
  conflict: messages.targetRecordExists({ record: 'row' }),
  maintenance: 'The database does not accept work at the moment.',
  permission: 'The database user lacks a permission.',
  rate_limited: 'The database has no connection left.',
  transient: 'The database stopped the statement.',
  validation: messages.valueRefused({ system: 'database' }),
};

/** What stands in for one that is not known. */
export const statementRefused = 'The database refused the statement.';
