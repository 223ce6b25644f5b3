import { z } from 'zod';
import type { TableObject } from '../object-types.ts';
import { cursorOptions, toTableCursor } from './table-cursor.ts';

/** The options by which a table is read. @param columnsMax Columns of a table, as the database limits them. */
export function tableSourceOptions(column: z.ZodString, columnsMax: number) {
  return z.strictObject({
    columns: z
      .array(column)
      .min(1)
      .max(columnsMax)
      .optional()
      .meta({ title: 'Columns to read', help: 'All where it is left out. The key is read in any case.' }),
    order_by: z
      .array(column)
      .min(1)
      .max(8)
      .optional()
      .meta({ title: 'Columns of a unique key to read along', help: 'The primary key where it is left out.' }),
    page_size: z.int().min(1).max(10_000).default(1000).meta({ title: 'Rows in a page, at most' }),
    ...cursorOptions(column),
  });
}

/** The read that options ask for. */
export function toTableRead(options: z.output<ReturnType<typeof tableSourceOptions>>): TableObject['operations'] {
  const { columns, order_by: orderBy, page_size: pageSize } = options;
  const cursor = toTableCursor(options);
  return {
    list: {
      pageSize,
      ...(columns === undefined ? {} : { columns }),
      ...(orderBy === undefined ? {} : { orderBy }),
      ...(cursor === undefined ? {} : { cursor }),
    },
  };
}
