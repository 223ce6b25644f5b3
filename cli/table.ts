import { readPath, toText } from './values.ts';
import { isJsonObject, type Json } from '../core/json.ts';
import { showControls } from './style.ts';

/** Wider cells are cut: what is longer is read with `get`, or as JSON. */
const cellMax = 60;

/**
 * Lays records out as a table: a column for each path that any of them has a value at.
 *
 * @param paths Of the columns, as `readPath` takes them. None: every member whose value fits a cell.
 * @returns lines, the headings first; none where there are no records.
 */
export function layOutTable(records: readonly Json[], paths: readonly string[]): string[] {
  const columns = (paths.length > 0 ? paths : findMembers(records)).filter((path) =>
    records.some((record) => toCell(record, path) !== ''),
  );
  if (records.length === 0 || columns.length === 0) return [];
  const rows = [columns.map(toHeading), ...records.map((record) => columns.map((path) => toCell(record, path)))];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => (row[index] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function findMembers(records: readonly Json[]): string[] {
  return [...new Set(records.flatMap((record) => (isJsonObject(record) ? Object.keys(record) : [])))];
}

/** `counters.read` → `READ` */
function toHeading(path: string): string {
  return (path.split('.').at(-1) ?? path).replaceAll('_', ' ').toUpperCase();
}

function toCell(record: Json, path: string): string {
  const text = showControls(toText(readPath(record, path)).replaceAll(/\s+/g, ' '));
  return text.length > cellMax ? `${text.slice(0, cellMax - 1)}…` : text;
}
