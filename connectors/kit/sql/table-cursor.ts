import { z } from 'zod';

/** How a table tells what changed, as an integration names it. */
export interface TableCursor {
  column: string;
  /** Of a column of times; absent: the driver's default, by the column's type. */
  overlapSeconds?: number;
  /** Of a column of numbers or texts. */
  overlapRows: number;
}

const weekSeconds = 7 * 24 * 3600;

/** The options by which a table is read by its changes. @param column A column's name. */
export function cursorOptions(column: z.ZodString) {
  return {
    cursor_column: column.optional().meta({
      title: 'Column that grows with each change',
      help: 'A time of the last change, or a number or text that only grows. Runs then read what changed.',
    }),
    overlap_seconds: z.int().min(0).max(weekSeconds).optional().meta({
      title: 'Seconds read again, of times',
      help: 'Longer than the longest transaction. Default: 300, and 3900 where the column has no time zone.',
    }),
    overlap_rows: z.int().min(0).max(10_000).default(1000).meta({
      title: 'Rows read again, of numbers and texts',
      help: 'More than are written while the longest transaction is open.',
    }),
  };
}

/** The cursor that options ask for. */
export function toTableCursor(options: {
  cursor_column?: string | undefined;
  overlap_seconds?: number | undefined;
  overlap_rows: number;
}): TableCursor | undefined {
  const { cursor_column: column, overlap_seconds: overlapSeconds, overlap_rows: overlapRows } = options;
  if (column === undefined) return undefined;
  return { column, overlapRows, ...(overlapSeconds === undefined ? {} : { overlapSeconds }) };
}
