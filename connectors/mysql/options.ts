import { z } from 'zod';
import { cursorOptions } from '../kit/sql/table-cursor.ts';

/** @see https://dev.mysql.com/doc/refman/8.4/en/identifier-length.html */
const column = z.string().min(1).max(64);

export const sourceOptions = z.strictObject({
  columns: z
    .array(column)
    .min(1)
    .max(4096)
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

export const targetOptions = z.strictObject({});
