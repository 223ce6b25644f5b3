import type { JsonObject } from '../../../core/json.ts';
import type { EffectResult } from '../../../core/records.ts';
import type { Fault } from '../../kit/fault.ts';
import { toPlainText } from '../../kit/type-guards.ts';
import type { ColumnFacts } from './postgres/catalog.ts';
import { messages } from '../../../core/messages.ts';

/** The dead letter of a row that the database refused. */
export function rejectRow(fault: Fault, row: JsonObject, columns: readonly ColumnFacts[]): EffectResult {
  const message = fault.vendorMessage ?? fault.message;
  const field = fault.fields?.[0]?.field ?? guessField(message, row, columns);
  return { outcome: 'rejected', code: fault.kind, message, field };
}

export function rejectUnmatched(field: string): EffectResult {
  const message = messages.identityMissing({ record: 'row' });
  return { outcome: 'rejected', code: 'validation', message, field };
}

export const rejectMissing: EffectResult = {
  outcome: 'rejected',
  code: 'not_found',
  message: messages.targetRecordMissing({ record: 'row' }),
};

export const rejectExisting: EffectResult = {
  outcome: 'rejected',
  code: 'conflict',
  message: messages.targetRecordExists({ record: 'row' }),
};

/** `invalid input syntax for type integer: "abc"` or `value too long for type character varying(10)` */
const typedMessage = /for type ([^:"]+?)(?:: "(.*)")?$/s;

/**
 * The server does not say which column a bad value was for. Where its message fits only one of the row's columns, that is it.
 */
function guessField(message: string, row: JsonObject, columns: readonly ColumnFacts[]): string | undefined {
  const [, type, value] = typedMessage.exec(message) ?? [];
  if (type === undefined) return undefined;
  const fitting = columns.filter((column) => {
    if (column.type !== type && !column.type.startsWith(`${type}(`)) return false;
    return value === undefined || toPlainText(row[column.name]) === value;
  });
  return fitting.length === 1 ? fitting[0]?.name : undefined;
}
