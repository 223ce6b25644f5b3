import { z } from 'zod';
import { headers } from '../kit/http/header-fields.ts';
import { templateText, valuePath } from '../kit/fields.ts';

const path = valuePath.max(512);
/** Name of a variable, or a path into one: `input.filter`. */
const variable = z
  .string()
  .regex(
    /^[A-Za-z_]\w{0,99}(?:\.[A-Za-z_]\w{0,99}){0,5}$/,
    'Must be the name of a variable, or a path into one: input.filter.',
  );
const document = z.string().min(1).max(100_000);
const constants = z.record(z.string(), z.json()).default({}).meta({ title: 'Variables that never change' });
const filled = z.record(variable, templateText.max(2048));
const operationName = z.string().max(200).optional().meta({ title: 'Operation, where the document has several' });

/** @see https://relay.dev/graphql/connections.htm */
const relay = z.strictObject({
  kind: z.literal('relay'),
  records: z.enum(['nodes', 'edges']).default('nodes'),
  size_variable: variable.default('first'),
  cursor_variable: variable.default('after'),
});

const paginationOptions = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  relay,
  z.strictObject({
    kind: z.literal('offset'),
    variable: variable.default('offset'),
    size_variable: variable.default('limit'),
    total_path: path.optional(),
  }),
  z.strictObject({
    kind: z.literal('page'),
    variable: variable.default('page'),
    size_variable: variable.optional(),
    has_more_path: path.optional(),
  }),
  z.strictObject({
    kind: z.literal('cursor'),
    variable,
    size_variable: variable.optional(),
    path,
    has_more_path: path.optional(),
  }),
]);

export const sourceOptions = z.strictObject({
  document: document.meta({
    title: 'GraphQL document',
    example:
      'query ($first: Int, $after: String) { users(first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }',
  }),
  operation_name: operationName,
  variables: constants,
  headers,
  pagination: paginationOptions
    .default({ kind: 'relay', records: 'nodes', size_variable: 'first', cursor_variable: 'after' })
    .meta({
      title: 'Paging',
      help: 'Paths begin in `data`. Relay connections ask for `pageInfo { hasNextPage endCursor }`.',
    }),
  page_size: z.int().min(1).max(10_000).default(100).meta({ title: 'Records in a page' }),
  incremental: z
    .strictObject({
      variable,
      format: z.enum(['iso', 'iso_s', 'date', 'epoch_s', 'epoch_ms']).default('iso'),
      lookback_seconds: z.int().min(0).max(86_400).default(300),
      ordered_by: path.optional(),
    })
    .optional()
    .meta({ title: 'Variable that asks for what changed since an instant' }),
  find: z.strictObject({ document, variable, records_path: path }).optional().meta({
    title: 'How records are found by a value',
    help: 'The value is a variable. `records_path` begins in `data`.',
  }),
});

const mutation = z.strictObject({
  document,
  operation_name: operationName,
  variables: constants,
  /** Absent: none takes the whole record. */
  record_variable: variable.optional(),
  filled: filled.default({}),
});

export const targetOptions = z.strictObject({
  ...mutation.shape,
  record_variable: variable.default('input').meta({ title: 'Variable that takes the record' }),
  filled: mutation.shape.filled.meta({ title: 'Variables with fields of the record in braces: `{email}`' }),
  headers,
  update: mutation
    .extend({ id_variable: variable.default('id') })
    .optional()
    .meta({
      title: 'Mutation of a record that exists',
      help: 'Its id is a variable. An alias gives both mutations one path in `data`.',
    }),
  delete: mutation
    .omit({ record_variable: true })
    .extend({ id_variable: variable.default('id') })
    .optional()
    .meta({ title: 'Mutation that deletes a record' }),
  find: z
    .strictObject({
      document,
      filled,
      records_path: path,
      id_path: path.default('id'),
      search_lag_seconds: z.number().min(0).max(3600).default(0),
    })
    .optional()
    .meta({
      title: 'How a record is looked up',
      help: 'A query for records with the same match fields: after an answer was lost, and before a record is changed.',
    }),
  target_id_path: path
    .optional()
    .meta({ title: 'Where `data` holds the id of the record', example: 'createUser.user.id' }),
  refusals: z
    .strictObject({ list: path, message: path.default('message'), field: path.optional() })
    .optional()
    .meta({ title: 'Where `data` lists what was wrong with a record', help: 'Some systems call it `userErrors`.' }),
  concurrency: z.int().min(1).max(32).default(4).meta({ title: 'Requests at once' }),
});

export type SourceOptions = z.output<typeof sourceOptions>;
export type TargetOptions = z.output<typeof targetOptions>;
export type Mutation = z.output<typeof mutation>;
