import { z } from 'zod';
import { freeJson } from '../core/json/free-json.ts';
import { concurrencyModes, itemChanges } from '../core/enums.ts';
import type { WriteOperation } from '../core/records.ts';
import {
  aggregateSchema,
  filterSchema,
  mappingDefaultsSchema,
  mappingRuleSchema,
  scriptSchema,
} from '../transforms/rules.ts';
import { afterTrigger } from './triggers/after-trigger.ts';
import { guardApprovalSchema } from './approvals/guard-question.ts';
import { notIn, onlyIn } from './calendar/window-schema.ts';
import { eventTrigger } from './triggers/event-trigger.ts';
import { payloadSchema } from './payload-schema.ts';
import { flattenSchema } from './flatten-schema.ts';
import { scheduleTrigger } from './schedule/schedule-trigger.ts';
import { webhookTrigger } from './triggers/webhook-trigger.ts';
import { recordSchemaSchema } from '../transforms/validation/index.ts';

/**
 * The stored shape of an integration's flow.
 *
 * Every part may be missing in a draft; `readiness` tells which set-up step is open.
 */

export const objectName = z.string().min(1).max(255);
export const path = z.string().min(1).max(512);
export const connectionId = z
  .string()
  .meta({ description: 'Id of a connection.', example: 'conn_01kanm3t1fe7krd5v2mgxzs2v8' });
export const jsonOptions = z.record(z.string(), freeJson).meta({
  description:
    'Options of the connector for this object, as its `source_options_schema` or `target_options_schema` says.',
});

/** What records have to be, apart from what the systems say of them. */
export const validation = z.strictObject({ schema: recordSchemaSchema }).meta({ id: 'RecordValidation' });

/** Without `changes`: those that a reading of what changed tells. What is gone, only a reading of everything does. */
export const changesByDefault = ['created', 'updated'] as const satisfies readonly (typeof itemChanges)[number][];

const percent = z.number().min(0).max(100);

export const sourceSchema = z
  .strictObject({
    connection_id: connectionId,
    object: objectName.meta({
      description: 'The kind of record to read: an object of the connector, a table, a path.',
    }),
    key: z
      .array(path)
      .min(1)
      .max(8)
      .optional()
      .meta({
        description: 'Paths of the fields that identify a record. Required if the object declares no key.',
        example: ['employee_number'],
      }),
    filter: filterSchema.optional().meta({
      description: 'Which records to keep: a formula that gives true, or a tree of conditions.',
      example: "status == 'active'",
    }),
    validate: validation.optional().meta({
      description: 'What the records that the filter keeps must satisfy, before script and mapping.',
    }),
    flatten: flattenSchema.optional().meta({
      description:
        'Makes a record of each element of a list, before `enrich` and script: of an order its lines. `key` identifies the record that has the list. Not with `steps`, which have `for_each`.',
    }),
    options: jsonOptions.optional(),
    payload: payloadSchema.optional().meta({
      description:
        'Only with `steps`. The source is not read: each delivery to a `webhook` trigger, and each input of an execution, is a record. `object` names what is delivered.',
    }),
    watch: z
      .array(path)
      .min(1)
      .max(100)
      .optional()
      .meta({
        description:
          'Only with `steps`. Paths of the fields whose change makes an item of a record that was there before. Default: all fields.',
        example: ['department', 'manager_id'],
      }),
    changes: z
      .array(z.enum(itemChanges))
      .min(1)
      .max(itemChanges.length)
      .optional()
      .meta({
        description:
          'Only with `steps`. Which changes of a record make an item. With `deleted`, each run reads the whole source, and a record that two complete reads in a row did not contain, or that the filter no longer keeps, makes an item. Default: `created` and `updated`.',
        example: ['created', 'updated', 'deleted'],
      }),
    start: z.enum(['process', 'baseline']).optional().meta({
      description:
        'Only with `steps`. What happens to records that are there when the integration reads the source for the first time: `process` makes items of them, `baseline` only remembers them. Default `process`. Required when a change of the key, the object or the connection makes all records new.',
    }),
    guard: z
      .strictObject({
        max_deletes: z.int().min(0).optional().meta({
          description: 'With `deleted` among `changes`: at most so many deleted records in a run.',
        }),
        max_deletes_percent: percent.optional().meta({
          description:
            'With `deleted` among `changes`: at most this share of the known records in a run. Without either limit: 10 %, but at least 5 records.',
        }),
        max_changes_percent: percent.optional().meta({
          description: 'At most this share of the known records may be updated in a run.',
        }),
        max_items: z.int().min(0).optional().meta({ description: 'At most so many items in a run.' }),
        approval: guardApprovalSchema.optional(),
      })
      .meta({ id: 'SourceGuard' })
      .optional()
      .meta({
        description:
          'Only with `steps`. The most changes of a run. If there are more, the run makes no items of them, ends with `withheld`, and asks for an approval.',
      }),
  })
  .meta({ id: 'IntegrationSource' });

export const targetSchema = z
  .strictObject({
    connection_id: connectionId,
    object: objectName.meta({
      description: 'The kind of record to write: an object of the connector, a table, a path.',
    }),
    operation: z
      .enum(['create', 'update', 'upsert'])
      .default('upsert')
      .meta({ description: '`upsert` creates or updates, `create` only creates, `update` only changes what exists.' }),
    match_on: z
      .array(path)
      .min(1)
      .max(8)
      .optional()
      .meta({
        description: 'Fields of the mapped record by which the record of the target is found.',
        example: ['email'],
      }),
    validate: validation.optional().meta({
      description: 'What the mapped records must satisfy, before they are written.',
    }),
    delivery: z.enum(['at_least_once', 'at_most_once']).optional().meta({
      description:
        'What to do if the response to a write was lost and the target does not show that it was executed: `at_least_once` sends it again, `at_most_once` gives the record up as a failed record. Required if the target cannot be asked; otherwise the default is `at_least_once`.',
    }),
    options: jsonOptions.optional(),
    on_missing: z.enum(['ignore', 'deactivate', 'delete']).optional().meta({
      description:
        'What to do with the record of the target when two complete reads in a row did not contain its source record, or the filter no longer keeps it. `deactivate` writes the fields of `deactivate_with`, or deletes if the target can undo that. Default `ignore`.',
    }),
    deactivate_with: z
      .record(z.string(), freeJson)
      .optional()
      .meta({
        description: 'The fields that switch a record off.',
        example: { active: false },
      }),
    reactivate_with: z
      .record(z.string(), freeJson)
      .optional()
      .meta({
        description:
          'The fields that switch a deactivated record on again when it returns, unless the mapping writes them. Default: the opposite of each boolean of `deactivate_with`; required for its other fields that the mapping does not write.',
        example: { active: true },
      }),
    guard: z
      .strictObject({
        max_deletes: z.int().min(0).optional().meta({ description: 'At most so many records in a run.' }),
        max_deletes_percent: z
          .number()
          .min(0)
          .max(100)
          .optional()
          .meta({ description: 'At most this share of the known records in a run.' }),
        approval: guardApprovalSchema.optional(),
      })
      .meta({ id: 'RemovalGuard' })
      .optional()
      .meta({
        description:
          'The most removals of a run. If more are due, the run performs none, ends with `withheld`, and asks for an approval. Default: 10 % of the known records, but at least 5.',
      }),
    only_in: onlyIn,
    not_in: notIn,
  })
  .meta({ id: 'IntegrationTarget' });

/**
 * Completes each record, before script and mapping, with a record of another object: what is found stands in the member
 * `as`.
 */
export const enrichmentSchema = z
  .strictObject({
    as: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'Must be a word: letters, digits and underscores.')
      .meta({ description: 'The member of the record that takes what was found.', example: 'manager' }),
    connection_id: connectionId,
    object: objectName.meta({ description: 'The object to search.' }),
    options: jsonOptions.optional(),
    by: path.meta({
      description: 'Path into the record: the value to search for. Without a value, null is put in.',
      example: 'manager_id',
    }),
    key: path.optional().meta({
      description:
        'Path into the records of the other object that holds the value. Default: the key that the object declares.',
    }),
    fields: z
      .array(z.string().min(1).max(255))
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'Top-level fields to keep. Default: all.' }),
    on_missing: z
      .enum(['null', 'dead_letter'])
      .default('null')
      .meta({ description: 'If nothing is found: put null in, or fail the record.' }),
  })
  .meta({ id: 'IntegrationEnrichment' });

/** Other objects that the records of one integration may be completed with. */
const enrichmentsMax = 5;

/**
 * What starts the integration. Each can be started by hand; `schedule` starts it at times, `event` when its source changes,
 * `webhook` lets events that the source's vendor pushes start it, `after` the end of a run of another integration.
 */
export const triggerSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('manual') }),
    scheduleTrigger,
    eventTrigger,
    webhookTrigger,
    afterTrigger,
  ])
  .meta({ id: 'IntegrationTrigger' });

/** Triggers of one integration. */
export const triggersMax = 50;

export const onErrorSchema = z.strictObject({
  record: z
    .enum(['dead_letter', 'fail'])
    .default('dead_letter')
    .meta({ description: 'A record that cannot be processed is kept as a failed record, or fails the run.' }),
  abort_above_percent: z.number().min(0).max(100).optional().meta({
    description:
      'The run fails when more than this share of the records read so far failed, checked from 100 records on. The filter is then not pushed down to the source.',
  }),
});

/** What an integration does, without its name and state: the immutable content of one revision. */
export const definitionSchema = z.strictObject({
  source: sourceSchema.optional().meta({ description: 'Where records come from.' }),
  target: targetSchema.optional().meta({ description: 'Where records go, and how they are written.' }),
  enrich: z
    .array(enrichmentSchema)
    .min(1)
    .max(enrichmentsMax)
    .optional()
    .meta({ description: 'Other objects that complete each record, before script and mapping.' }),
  script: scriptSchema
    .optional()
    .meta({ description: 'Changes the records that the filter keeps, before the mapping.' }),
  aggregate: aggregateSchema
    .optional()
    .meta({ description: 'Groups what filter, enrichment and script leave; the mapping then reads groups.' }),
  mapping: z
    .array(mappingRuleSchema)
    .min(1)
    .max(1000)
    .optional()
    .meta({ description: 'How the fields of the target get their values.' }),
  mapping_defaults: mappingDefaultsSchema
    .optional()
    .meta({ description: 'Policies for rules that have none of their own.' }),
  triggers: z
    .array(triggerSchema)
    .max(triggersMax)
    .optional()
    .meta({
      description: 'What starts runs. Every integration can be started by hand.',
      example: [{ type: 'schedule', every: 'daily', at: '02:30', timezone: 'Europe/Berlin' }],
    }),
  on_error: onErrorSchema.optional().meta({ description: 'What happens to records that cannot be processed.' }),
  concurrency: z
    .enum(concurrencyModes)
    .default('queue')
    .meta({ description: 'What happens to a run while another one of the integration executes.' }),
  timezone: z.string().min(1).max(64).optional().meta({
    description:
      'IANA name of the zone whose clock counts for dates and clock times that name none: in formulas, conversions, schedules and waits. Default: UTC.',
    example: 'Europe/Berlin',
  }),
  only_in: onlyIn,
  not_in: notIn,
});

export type Definition = z.infer<typeof definitionSchema>;
export type SourceDefinition = z.infer<typeof sourceSchema>;
export type { FlattenDefinition } from './flatten-schema.ts';
export type TargetDefinition = z.infer<typeof targetSchema>;
/** How records are written, by an integration or one of its steps. */
export type WriteDefinition = Omit<TargetDefinition, 'operation'> & { operation: WriteOperation };
export type EnrichmentDefinition = z.infer<typeof enrichmentSchema>;
export type TriggerDefinition = z.infer<typeof triggerSchema>;
export type ErrorPolicy = z.infer<typeof onErrorSchema>;

/** The step of an integration that has no others: its stored state and the ids of its effects are named so. */
export const onlyStep = 'sync';
