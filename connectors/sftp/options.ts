import { z } from 'zod';
import { csvOptions, valuePath } from '../kit/fields.ts';

export const sourceOptions = z.strictObject({
  read: z.enum(['records', 'listing']).default('records').meta({
    title: 'What to read',
    help: 'records: what the files hold. listing: the files themselves (name, size, modified_at).',
  }),
  format: z
    .enum(['json', 'ndjson', 'csv', 'xml'])
    .optional()
    .meta({ title: 'Format of the files', help: 'By the ending of the name where it is left out.' }),
  records_path: valuePath
    .optional()
    .meta({ title: 'Where the records are in a JSON or XML file', help: '`$` takes the whole file as one record.' }),
  csv: csvOptions.prefault({}),
  name_ending: z.string().min(1).max(100).optional().meta({ title: 'Only files whose name ends so', example: '.csv' }),
  page_size: z.int().min(1).max(10_000).default(1000).meta({ title: 'Records in a page' }),
  incremental: z.boolean().default(false).meta({
    title: 'Read what changed',
    help: 'Files that were read are left out until their time or size changes.',
  }),
  overlap_seconds: z.int().min(0).max(604_800).default(300).meta({
    title: 'Seconds in which a file is read again',
    help: 'After its change. Longer than the clocks differ, and than it takes to write a file.',
  }),
});

export const targetOptions = z.strictObject({});
