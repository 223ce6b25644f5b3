import { z } from 'zod';
import { cursorOptions } from '../kit/sql/table-cursor.ts';

const column = z.string().min(1).max(63);

export const sourceOptions = z.strictObject({
  columns: z
    .array(column)
    .min(1)
    .max(1600)
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

export const targetOptions = z.strictObject({
  batch_size: z.int().min(1).max(5000).default(1000).meta({ title: 'Rows in one statement, at most' }),
});
