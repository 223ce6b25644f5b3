import { z } from 'zod';
import { csvOptions, templateText, valuePath } from '../kit/fields.ts';
import { headers } from '../kit/http/header-fields.ts';
import { paginationOptions } from './pagination-options.ts';

const name = z.string().min(1).max(200);
const path = valuePath.max(512);
const pageSize = z.int().min(1).max(10_000);
/** Values of a query may be texts, numbers and booleans. */
const query = z.record(name, z.union([z.string().max(2048), z.number(), z.boolean()]));
/** Text with the hole `{value}`. */
const template = templateText.max(2048);

const findOptions = z
  .strictObject({
    path: template.optional(),
    query: z.record(name, template).default({}),
    values_max: z.int().min(1).max(1000).default(1),
    separator: z.string().min(1).max(10).default(','),
    records_path: path.optional(),
    not_found_is_absent: z.boolean().optional(),
  })
  .meta({
    title: 'How records are found by a value',
    help: 'With {value} in the path or a query parameter: `/people/{value}`, or `ids={value}` for values_max at once. {key} is the field that is searched by. not_found_is_absent: whether 404 means that there is no such record (default: only where the path ends in {value} and no parameter asks for one).',
  });

const incrementalOptions = z
  .strictObject({
    parameter: name,
    in: z.enum(['query', 'body']).default('query'),
    template: template.optional(),
    format: z.enum(['iso', 'iso_s', 'date', 'epoch_s', 'epoch_ms']).default('iso'),
    lookback_seconds: z.int().min(0).max(86_400).default(300),
    ordered_by: path.optional(),
  })
  .meta({
    title: 'How the system is asked for what changed since an instant',
    help: 'The parameter takes it, or a text with {$since} in its place: `updated_at gt {$since}`. ordered_by: the field of the change, where records come in its order; progress is kept page by page then.',
  });

export const sourceOptions = z.strictObject({
  path: z.string().max(2048).optional().meta({ title: 'Path', help: "The object's name where it is left out." }),
  method: z.enum(['GET', 'POST']).default('GET'),
  query: query.default({}).meta({ title: 'Query parameters' }),
  headers,
  body: z.record(z.string(), z.json()).optional().meta({ title: 'JSON body of a POST' }),
  format: z.enum(['json', 'ndjson', 'csv']).default('json'),
  records_path: path
    .optional()
    .meta({ title: 'Where the records are', help: '`$` takes the whole answer as one record.' }),
  key_field: name.optional().meta({ title: 'For a map of records by key: the field that takes the key' }),
  csv: csvOptions.prefault({}),
  page_size: pageSize.default(1000).meta({ title: 'Records in a page' }),
  pagination: paginationOptions.default({ kind: 'none' }),
  find: findOptions.optional(),
  incremental: incrementalOptions.optional(),
});

export type SourceOptions = z.output<typeof sourceOptions>;
