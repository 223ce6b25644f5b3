import { z } from 'zod';
import { csvOptions, templateText, valuePath } from '../kit/fields.ts';

export const sourceOptions = z.strictObject({
  read: z.enum(['records', 'listing']).default('records').meta({
    title: 'What to read',
    help: 'records: what the objects hold. listing: the objects themselves (key, size, last_modified, etag).',
  }),
  format: z
    .enum(['json', 'ndjson', 'csv'])
    .optional()
    .meta({ title: 'Format of the objects', help: 'By the ending of the key where it is left out.' }),
  records_path: valuePath
    .optional()
    .meta({ title: 'Where the records are in a JSON object', help: '`$` takes the whole file as one record.' }),
  csv: csvOptions.prefault({}),
  key_ending: z.string().min(1).max(100).optional().meta({ title: 'Only keys that end so', example: '.csv' }),
  page_size: z.int().min(1).max(10_000).default(1000).meta({ title: 'Records in a page' }),
  incremental: z.boolean().default(false).meta({
    title: 'Read what changed',
    help: 'Objects that were read are left out until their entity tag changes.',
  }),
});

export const targetOptions = z.strictObject({
  key: templateText.max(1024).optional().meta({
    title: 'Key of the object of a record',
    help: "The integration's object where it is left out.",
    example: 'people/{id}.json',
  }),
});

export type SourceOptions = z.output<typeof sourceOptions>;
