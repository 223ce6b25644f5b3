import { z } from 'zod';
import { tableSourceOptions } from '../kit/sql/table-options.ts';

export const sourceOptions = tableSourceOptions(z.string().min(1).max(63), 1600);

export const targetOptions = z.strictObject({
  batch_size: z.int().min(1).max(5000).default(1000).meta({ title: 'Rows in one statement, at most' }),
});
