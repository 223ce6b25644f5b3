import { quoteName, quoteTable, type TableName } from '../../../kit/sql/identifiers.ts';
import { type CursorKind, type MarkRequest, toOverlap } from '../table-changes.ts';
import type { ColumnFacts } from './catalog.ts';
import type { Statement } from './database.ts';

/** How a column shows changes, by the name of its type. */
export function findCursorKind(base: string): CursorKind | undefined {
  if (times.has(base)) return 'time';
  if (base === 'xid8') return 'transaction';
  return orders.has(base) ? 'order' : undefined;
}

const times: ReadonlySet<string> = new Set(['timestamptz', 'timestamp', 'date']);
const orders: ReadonlySet<string> = new Set(['int2', 'int4', 'int8', 'numeric', 'text', 'varchar', 'bpchar', 'uuid']);

/** Finds the newest committed change. Values in the future, and values that are not numbers, are ignored. */
export function markStatement(table: TableName, { column, cursor, before }: MarkRequest<ColumnFacts>): Statement {
  const { base, type } = column;
  const kind = findCursorKind(base);
  if (kind === 'transaction') return { text: transactionStatement, values: [before ?? ''] };
  const name = `t.${quoteName(column.name)}`;
  const isTime = kind === 'time';
  const oldest = isTime ? `(c - pg_catalog.make_interval(secs => $3))::${type}::text` : 'c::text';
  const text = `with top as (
  select ${name} as c from ${quoteTable(table)} as t where ${name} ${toLimit(base)} order by ${name} desc limit $2::int)
select (select c::text from top order by c desc limit 1) as newest,
  (select ${oldest} from top order by c limit 1) as oldest,
  (select c from top order by c desc limit 1) < nullif($1::text, '')::${type} as behind`;
  if (!isTime) return { text, values: [before ?? '', cursor.overlapRows + 1] };
  return { text, values: [before ?? '', 1, toOverlap(cursor, base === 'timestamptz')] };
}

/** Clocks without a zone are ahead of UTC by fourteen hours at most. */
function toLimit(base: string): string {
  if (base === 'timestamptz') return '<= now()';
  if (base === 'numeric') return "<> 'NaN'";
  return times.has(base) ? "<= now() at time zone 'UTC' + interval '14 hours'" : 'is not null';
}

/**
 * Transactions before the oldest one that is still open are over: nothing of theirs shows later.
 *
 * @see https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT
 */
const transactionStatement = `select pg_snapshot_xmin(pg_current_snapshot())::text as newest,
  pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
  pg_snapshot_xmin(pg_current_snapshot()) < nullif($1::text, '')::xid8 as behind`;
