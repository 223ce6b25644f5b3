import type { DiscoveredObject } from '../../../core/connection-requests.ts';
import type { Fault } from '../../kit/fault.ts';
import type { TableCursor } from '../../kit/sql/table-cursor.ts';

/**
 * How the values of a column show changes.
 *
 * - `time`: when a row changed, by the database's or an application's clock.
 * - `order`: a number or text that grows, such as one of a sequence or a ULID.
 * - `transaction`: the transaction that wrote the row: the database itself knows which of them are over.
 */
export type CursorKind = 'time' | 'order' | 'transaction';

/** The newest committed change of a table at some instant, in the database's text form of the column. */
export interface TableMark {
  /** The newest value. */
  newest: string;
  /** Where the next read starts: before the newest value, to include transactions that were still open. */
  from: string;
}

/** What is asked for a mark. */
export interface MarkRequest<Column> {
  column: Column;
  cursor: TableCursor;
  /** The newest value of the mark before. */
  before: string | undefined;
}

export type FoundMark =
  /** `mark`: absent where no row has a value. `isBehind`: the newest value was greater before. */
  { ok: true; mark: TableMark | undefined; isBehind: boolean } | { ok: false; fault: Fault };

/** Which rows of a table are read: those with a value from here on, or without any. */
export type RowRange = { from: string } | 'unset';

/** The default overlap: changes that become visible this late are not missed. */
const overlapSeconds = 300;

/** Clocks without a time zone may go back by an hour in autumn. */
const summerTimeSeconds = 3600;

/** Seconds that are read again. @param hasZone The column's values are instants. */
export function toOverlap({ overlapSeconds: wanted }: TableCursor, hasZone: boolean): number {
  return wanted ?? (hasZone ? overlapSeconds : overlapSeconds + summerTimeSeconds);
}

/** Reads what a statement found as the columns `newest`, `oldest` and `behind`, which is a truth value, a number or a text of one. */
export function toMark(row: Readonly<Record<string, unknown>> | undefined): FoundMark {
  const { newest, oldest, behind } = row ?? {};
  if (typeof newest !== 'string' || typeof oldest !== 'string') return { ok: true, mark: undefined, isBehind: true };
  return { ok: true, mark: { newest, from: oldest }, isBehind: Number(behind) === 1 };
}

/** Tells which columns a table's changes can be read along. @param indexed What indexes begin with; absent: unknown. */
export function toCursorColumns(
  cursors: readonly string[],
  indexed: readonly string[] | undefined,
): Pick<DiscoveredObject, 'cursor_columns' | 'indexed'> {
  if (indexed === undefined) return { cursor_columns: [...cursors] };
  return { cursor_columns: [...cursors], indexed: cursors.filter((name) => indexed.includes(name)) };
}
