import { z } from 'zod';
import { tableSourceOptions } from '../kit/sql/table-options.ts';

/** @see https://dev.mysql.com/doc/refman/8.4/en/identifier-length.html */
const column = z.string().min(1).max(64);

export const sourceOptions = tableSourceOptions(column, 4096);

export const targetOptions = z.strictObject({});
