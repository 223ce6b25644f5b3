import { z } from 'zod';
import { freeJson } from '../core/free-json.ts';
import { concurrencyModes } from '../core/enums.ts';
import {
  aggregateSchema,
  filterSchema,
  mappingDefaultsSchema,
  mappingRuleSchema,
  scriptSchema,
} from '../transforms/rules.ts';
import { recordSchemaSchema } from '../transforms/validation/index.ts';

/**
 * The stored shape of an integration's flow (the short form of DESIGN §5).
 *
 * Every part may be missing in a draft; `readiness` tells which set-up step is open.
 */

const objectName = z.string().min(1).max(255);
const path = z.string().min(1).max(512);
const jsonOptions = z.record(z.string(), freeJson);

/** What records have to be, apart from what the systems say of them. */
const validation = z.strictObject({ schema: recordSchemaSchema }).meta({ id: 'RecordValidation' });

export const sourceSchema = z
  .strictObject({
    connection_id: z.string(),
    object: objectName,
    /** Paths of the fields that identify a record. Required where the object declares no key. */
    key: z.array(path).min(1).max(8).optional(),
    filter: filterSchema.optional(),
    /** Of the records that the filter keeps, before script and mapping. */
    validate: validation.optional(),
    options: jsonOptions.optional(),
  })
  .meta({ id: 'IntegrationSource' });

export const targetSchema = z
  .strictObject({
    connection_id: z.string(),
    object: objectName,
    operation: z.enum(['create', 'update', 'upsert']).default('upsert'),
    match_on: z.array(path).min(1).max(8).optional(),
    /** Of the mapped records, before they are written. */
    validate: validation.optional(),
    /**
     * What becomes of a write whose answer was lost and of which the target does not show that it was carried out:
     * `at_least_once` sends it again, `at_most_once` gives the record up as a dead letter. Required where the target
     * cannot be asked; default elsewhere: `at_least_once`.
     */
    delivery: z.enum(['at_least_once', 'at_most_once']).optional(),
    options: jsonOptions.optional(),
    /**
     * What becomes of the target's record when the source, read to its end, has its record no longer or the filter keeps
     * it no longer: nothing (the default), or what the object's connector does to delete it. `deactivate` is for
     * deletions that can be undone, or writes the fields of `deactivate_with`.
     */
    on_missing: z.enum(['ignore', 'deactivate', 'delete']).optional(),
    deactivate_with: z.record(z.string(), freeJson).optional(),
    /**
     * Written besides when a record comes back that was deactivated, as far as the mapping gives its fields no value. Default: the
     * opposite of each truth value of `deactivate_with`; required for others of its fields that the mapping does not write.
     */
    reactivate_with: z.record(z.string(), freeJson).optional(),
    /** Above it a run removes nothing, and says so. Without one: a tenth of the records, or five where that is more. */
    guard: z
      .strictObject({
        max_deletes: z.int().min(0).optional(),
        max_deletes_percent: z.number().min(0).max(100).optional(),
      })
      .meta({ id: 'RemovalGuard' })
      .optional(),
  })
  .meta({ id: 'IntegrationTarget' });

/**
 * Completes each record, before script and mapping, with a record of another object: what is found stands in the member
 * `as`.
 */
export const enrichmentSchema = z
  .strictObject({
    as: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'Must be a word: letters, digits and underscores.'),
    connection_id: z.string(),
    object: objectName,
    options: jsonOptions.optional(),
    /** Path into the record: the value to find by. A record without one is completed with null. */
    by: path,
    /** Path into the other object's records: what holds the value. Left out, the field that its object declares as key. */
    key: path.optional(),
    /** Top-level fields that are wanted; all where it is left out. */
    fields: z.array(z.string().min(1).max(255)).min(1).max(100).optional(),
    /** What becomes of a record for which nothing is found. */
    on_missing: z.enum(['null', 'dead_letter']).default('null'),
  })
  .meta({ id: 'IntegrationEnrichment' });

/** Other objects that the records of one integration may be completed with. */
const enrichmentsMax = 5;

const triggerId = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,63}$/,
    'Must be a word of lower-case letters, digits, - and _, which begins with a letter.',
  )
  .meta({
    description:
      'Tells the triggers of an integration apart: as long as a trigger keeps its id, its workflow, address and credentials stay. Default: its type; of further ones of a type `webhook-2`, …, which the hub then stores.',
    examples: ['okta'],
  });

/**
 * What starts the integration. Each can be started by hand; `webhook` lets events that the source's vendor pushes start
 * it, too.
 */
export const triggerSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('manual') }),
    z.strictObject({ type: z.literal('webhook'), id: triggerId.optional() }),
  ])
  .meta({ id: 'IntegrationTrigger' });

export const onErrorSchema = z
  .strictObject({
    /** What becomes of a record that cannot be processed: kept as a dead letter, or the run fails. */
    record: z.enum(['dead_letter', 'fail']).default('dead_letter'),
    /**
     * The run fails when more than this share of the records read so far failed (checked from 100 records on). With it,
     * the source leaves no record out for the filter.
     */
    abort_above_percent: z.number().min(0).max(100).optional(),
  })
  .meta({ id: 'IntegrationErrorPolicy' });

/** What an integration does, without its name and state: the immutable content of one revision. */
export const definitionSchema = z.strictObject({
  source: sourceSchema.optional(),
  target: targetSchema.optional(),
  enrich: z.array(enrichmentSchema).min(1).max(enrichmentsMax).optional(),
  /** Runs on the records that the filter keeps, before the mapping. */
  script: scriptSchema.optional(),
  /** Runs on what filter, enrichment and script leave: the mapping then reads groups. */
  aggregate: aggregateSchema.optional(),
  mapping: z.array(mappingRuleSchema).min(1).max(1000).optional(),
  mapping_defaults: mappingDefaultsSchema.optional(),
  triggers: z.array(triggerSchema).max(50).optional(),
  on_error: onErrorSchema.optional(),
  concurrency: z.enum(concurrencyModes).default('queue'),
});

export type Definition = z.infer<typeof definitionSchema>;
export type SourceDefinition = z.infer<typeof sourceSchema>;
export type TargetDefinition = z.infer<typeof targetSchema>;
export type EnrichmentDefinition = z.infer<typeof enrichmentSchema>;
export type TriggerDefinition = z.infer<typeof triggerSchema>;
export type ErrorPolicy = z.infer<typeof onErrorSchema>;
