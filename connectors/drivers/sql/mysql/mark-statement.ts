import type { TableName } from '../../../kit/sql/identifiers.ts';
import { type CursorKind, type MarkRequest, toOverlap } from '../table-changes.ts';
import { type ColumnFacts, quoteName, quoteTable } from './catalog.ts';
import type { Statement } from './connection.ts';
import { castTo } from './values.ts';

/** How a column shows changes, by the name of its type. */
export function findCursorKind(type: string): CursorKind | undefined {
  if (times.has(type)) return 'time';
  return /^(?:(?:tiny|small|medium|big)?int|decimal|(?:var)?char|(?:var)?binary)$/.test(type) ? 'order' : undefined;
}

const times: ReadonlySet<string> = new Set(['timestamp', 'datetime', 'date']);

/** Finds the newest committed change. Values in the future are ignored. */
export function markStatement(table: TableName, { column, cursor, before }: MarkRequest<ColumnFacts>): Statement {
  const name = quoteName(column.name);
  const isTime = times.has(column.type);
  const seconds = toOverlap(cursor, column.type === 'timestamp');
  const oldest = isTime ? `date_sub(min(c), interval ${seconds} second)` : 'min(c)';
  const text = `select ${toText('max(c)', column)} as newest, ${toText(oldest, column)} as oldest,
  max(c) < ${castTo(column)} as behind
from (select ${name} as c from ${quoteTable(table)} where ${name} ${toLimit(column.type)}
  order by ${name} desc limit ${isTime ? 1 : cursor.overlapRows + 1}) as top`;
  return { text, values: [before ?? null] };
}

/** Clocks without a zone are ahead of UTC by fourteen hours at most. */
function toLimit(type: string): string {
  if (type === 'timestamp') return '<= now(6)';
  return times.has(type) ? '<= utc_timestamp(6) + interval 14 hour' : 'is not null';
}

/** As pages take it back. */
function toText(value: string, { type }: ColumnFacts): string {
  return type.endsWith('binary') ? `to_base64(${value})` : `cast(${value} as char)`;
}
