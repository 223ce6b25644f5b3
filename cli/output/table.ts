import { readPath, toText } from '../../as-code/values.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import { formatPath } from '../../core/paths.ts';
import { showControls } from './style.ts';

/** A cell of a table for a terminal is cut to no less: ids are this long. */
const cellMin = 30;

/**
 * Lays records out as a table: a column for each path that any of them has a value at.
 *
 * @param paths Of the columns, as `readPath` takes them. None: every member, headed by its own name, since that is what
 *   mappings call it.
 * @param width Characters of a line. The widest columns are cut to fit as far as they may be; without it, nothing is.
 * @returns lines, the headings first; none where there are no records.
 */
export function layOutTable(records: readonly Json[], paths: readonly string[], width = Infinity): string[] {
  const columns = paths.length > 0 ? chooseColumns(records, paths) : listMembers(records);
  if (records.length === 0 || columns.length === 0) return [];
  const cells = records.map((record) => columns.map(({ read }) => toCell(read(record))));
  const rows = [columns.map(({ heading }) => heading), ...cells];
  const widths = fitWidths(
    columns.map((_, index) => Math.max(...rows.map((row) => (row[index] ?? '').length))),
    width,
  );
  return rows.map((row) =>
    row
      .map((cell, index) => cut(cell, widths[index] ?? 0).padEnd(widths[index] ?? 0))
      .join(gap)
      .trimEnd(),
  );
}

const gap = '  ';

/**
 * Lays records out one below the other, each member on a line of its own, and an empty line between records: for those that
 * are too wide for a table.
 *
 * @returns lines, each record's beginning with its first member.
 */
export function layOutRecords(records: readonly Json[]): string[] {
  const columns = listMembers(records);
  const width = Math.max(0, ...columns.map(({ heading }) => heading.length));
  return records.flatMap((record, index) => {
    const lines = columns.flatMap(({ heading, read }) => {
      const value = read(record);
      return value === undefined ? [] : [`${heading.padEnd(width)}${gap}${toCell(value)}`.trimEnd()];
    });
    return index === 0 ? lines : ['', ...lines];
  });
}

/** Takes from the widest columns what does not fit in a line. */
function fitWidths(wanted: readonly number[], width: number): number[] {
  const widths = [...wanted];
  let excess = widths.reduce((sum, one) => sum + one, 0) + gap.length * (widths.length - 1) - width;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= cellMin) break;
    const next = Math.max(cellMin, widest - excess, ...widths.filter((one) => one < widest));
    widths[widths.indexOf(widest)] = next;
    excess -= widest - next;
  }
  return widths;
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

interface Column {
  heading: string;
  read(record: Json): Json | undefined;
}

/** Those that any record has a value for. */
function chooseColumns(records: readonly Json[], paths: readonly string[]): Column[] {
  return paths
    .filter((path) => records.some((record) => toCell(readPath(record, path)) !== ''))
    .map((path) => ({ heading: toHeading(path), read: (record) => readPath(record, path) }));
}

function listMembers(records: readonly Json[]): Column[] {
  const names = new Set(records.flatMap((record) => (isJsonObject(record) ? Object.keys(record) : [])));
  return [...names].map((name) => ({
    heading: showControls(formatPath([name])),
    read: (record) => (isJsonObject(record) && Object.hasOwn(record, name) ? record[name] : undefined),
  }));
}

/** `counters.read` → `READ` */
function toHeading(path: string): string {
  return (path.split('.').at(-1) ?? path).replaceAll('_', ' ').toUpperCase();
}

function toCell(value: Json | undefined): string {
  return showControls(toText(value).replaceAll(/\s+/g, ' '));
}
