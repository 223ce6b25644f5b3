import { z } from 'zod';
import { freeJson } from '../core/json/free-json.ts';
import { conversionOptionsSchema } from './conversion-options.ts';

/**
 * Schemas of a mapping, a filter and a script. `compile-mapping.ts` and `compile-filter.ts` turn the first two into
 * closures; a script runs in a sandbox, behind `ScriptExecutor`.
 */

/**
 * A path into a record: member names joined by dots, list positions in brackets.
 *
 * @example `profile.login`, `emails[0].value`, `["odd.name"].x`
 */
const path = z.string().min(1).max(512);

/** Conversions of a value. Each either returns the new value or an error; none loses data silently. */
export const conversions = [
  'string',
  'trim',
  'lowercase',
  'uppercase',
  'number',
  'integer',
  'boolean',
  'date',
  'timestamp',
  'email',
  'list',
  'json',
] as const;

/** What to do if a field's value is null: write null, omit the field, or fail the record. */
const nullPolicy = z.enum(['null', 'omit', 'error']);

/** What to do if a value cannot be computed or converted, besides failing the record. */
const errorOutcomes = ['fail_record', 'omit', 'null'] as const;

/** Default policies of the rules. */
export const mappingDefaultsSchema = z
  .strictObject({
    on_null: nullPolicy.optional().meta({ description: 'Default `null`.' }),
    on_error: z.enum(errorOutcomes).optional().meta({ description: 'Default `fail_record`.' }),
  })
  .meta({ id: 'MappingDefaults' });

/** A stored lookup table, by id or by name; a run uses the newest version at its start. */
const storedLookup = z.strictObject({ table: z.string().min(1).max(255) });

/**
 * One target field.
 *
 * The value comes from exactly one of `from`, `value` and `formula`; then, in this order: `convert`, `lookup`,
 * `on_error` (if one of these failed), `default` (if the result is missing or null), `on_null`, `required`.
 */
export const mappingRuleSchema = z
  .strictObject({
    to: path.meta({
      description: 'Path in the target record. `[]` at its end appends to a list: a value, or the items of a list.',
      example: 'profile.login',
    }),
    from: path.optional().meta({ description: 'Path in the source record.', example: 'work_email' }),
    value: freeJson.optional().meta({ description: 'A constant.' }),
    formula: z.string().min(1).max(10_000).optional().meta({
      description: 'An expression over the source record.',
      example: "first_name + ' ' + last_name",
    }),
    convert: z
      .union([z.enum(conversions), conversionOptionsSchema])
      .optional()
      .meta({ description: 'Converts the value; a lossy conversion fails.', example: 'email' }),
    lookup: z
      .union([storedLookup, z.record(z.string(), freeJson)])
      .optional()
      .meta({
        description:
          'Replaces the value by an entry; a value without one counts as missing. The entries themselves, or a stored table: `{"table": "lut_…"}`. A name that only one table has is accepted and stored as its id.',
      }),
    default: freeJson.optional().meta({ description: 'Used if the result is missing or null.' }),
    required: z.boolean().optional().meta({ description: 'A record without a value here becomes a failed record.' }),
    on_null: nullPolicy.optional().meta({
      description: 'If the value is null in the end: write null, omit the field, or fail the record.',
    }),
    on_error: z
      .enum([...errorOutcomes, 'default'])
      .optional()
      .meta({
        description: 'If the value cannot be computed: fail the record, omit the field, write null or the `default`.',
      }),
    only_on: z.enum(['create', 'update']).optional().meta({
      description: 'Writes the field only with the first write of a record, or only with later ones.',
    }),
  })
  .meta({ id: 'MappingRule' });

/** Maximum length of a search text: longer ones could take minutes to find in the text of one record. */
const partLengthMax = 1000;

const comparable = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export type Condition =
  | { field: string; operator: 'equals' | 'not_equals'; value: string | number | boolean | null }
  | { field: string; operator: 'greater' | 'greater_or_equal' | 'less' | 'less_or_equal'; value: string | number }
  | { field: string; operator: 'in' | 'not_in'; value: (string | number | boolean | null)[] }
  | { field: string; operator: 'contains' | 'starts_with' | 'ends_with'; value: string }
  | { field: string; operator: 'exists' | 'not_exists' }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition };

/** A condition on a record, as a tree. */
export const conditionSchema: z.ZodType<Condition> = z
  .lazy(() =>
    z.union([
      z.strictObject({ field: path, operator: z.enum(['equals', 'not_equals']), value: comparable }),
      z.strictObject({
        field: path,
        operator: z.enum(['greater', 'greater_or_equal', 'less', 'less_or_equal']),
        value: z.union([z.string(), z.number()]),
      }),
      z.strictObject({ field: path, operator: z.enum(['in', 'not_in']), value: z.array(comparable).max(10_000) }),
      z.strictObject({
        field: path,
        operator: z.enum(['contains', 'starts_with', 'ends_with']),
        value: z.string().max(partLengthMax),
      }),
      z.strictObject({ field: path, operator: z.enum(['exists', 'not_exists']) }),
      z.strictObject({ all: z.array(conditionSchema).min(1).max(100) }),
      z.strictObject({ any: z.array(conditionSchema).min(1).max(100) }),
      z.strictObject({ not: conditionSchema }),
    ]),
  )
  .meta({ id: 'Condition' });

/** A filter: a condition tree, or a formula that is true for the records to keep. */
export const filterSchema = z.union([conditionSchema, z.string().min(1).max(10_000)]);

const scriptBytesMax = 64 * 1024;

/**
 * A custom script: a module whose default export transforms one record.
 *
 * @example `export default (record, ctx) => ({ ...record, full_name: record.first + ' ' + record.last })`
 */
export const scriptSchema = z
  .strictObject({
    language: z.literal('javascript'),
    source: z
      .string()
      .min(1)
      .max(scriptBytesMax)
      .refine((source) => new TextEncoder().encode(source).length <= scriptBytesMax, {
        message: `Too large: a script has at most ${scriptBytesMax} bytes.`,
      })
      .meta({
        description:
          'A JavaScript module whose default export takes a record and `{ key, now }`, and returns the record that the mapping reads, or null to leave it out.',
      }),
    /** CPU time that 1,000 records may take, in milliseconds. */
    timeout_ms: z.number().int().min(1).max(5000).optional().meta({
      description: 'CPU time that 1,000 records may take, in milliseconds. Default 1000.',
    }),
  })
  .meta({ id: 'Script' });

/** How the values of a group are aggregated. */
export const aggregationSchema = z
  .union([
    z.strictObject({ count: z.union([z.literal(true), path]) }),
    z.strictObject({ sum: path }),
    z.strictObject({ avg: path }),
    z.strictObject({ min: path }),
    z.strictObject({ max: path }),
    z.strictObject({ first: path }),
    z.strictObject({ last: path }),
    z.strictObject({ collect: path }),
    z.strictObject({ distinct: path }),
  ])
  .meta({
    id: 'Aggregation',
    description:
      'One of count (of records, or of those with a value), sum, avg, min, max, first, last, collect and distinct (lists), each of the values at a path. Sums and averages are exact: decimal text if a number cannot represent the result.',
  });

const aggregationsMax = 100;

/** Groups all records of a run; the mapping reads one record per group. */
export const aggregateSchema = z
  .strictObject({
    group_by: z
      .array(path)
      .min(1)
      .max(8)
      .meta({
        description: "Paths by whose values records are grouped. The group's record has them at the same paths.",
        example: ['customer.id'],
      }),
    fields: z
      .record(
        z
          .string()
          .regex(
            /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
            'Must be a word of letters, digits and underscores that begins with a letter: total_hours.',
          ),
        aggregationSchema,
      )
      .refine((fields) => Object.keys(fields).length <= aggregationsMax, `At most ${aggregationsMax} fields.`)
      .meta({ description: "Further members of a group's record, by name." }),
  })
  .meta({ id: 'IntegrationAggregate' });

export type AggregateRules = z.infer<typeof aggregateSchema>;
export type Aggregation = z.infer<typeof aggregationSchema>;
export type MappingRule = z.infer<typeof mappingRuleSchema>;
export type MappingDefaults = z.infer<typeof mappingDefaultsSchema>;
export type Filter = z.infer<typeof filterSchema>;
export type Conversion = (typeof conversions)[number];
