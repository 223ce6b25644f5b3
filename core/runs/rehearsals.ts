import { z } from 'zod';
import { itemStepOutcomes } from '../enums.ts';
import { freeJson } from '../json/free-json.ts';
import { previewedStep, recordError } from './previews.ts';

/**
 * What a rehearsal tells of an item or a failed record: what a definition would do with what a run was given. Workers answer
 * with it, since only they can open that, and the API shows it.
 */

/** A step that an item did not come to. */
export const notReached = 'not_reached';

const rehearsedStep = previewedStep
  .extend({
    wrote: z.record(z.string(), z.json()).optional().meta({
      description: 'What the revision of the run writes here with the same input; only where that is something else.',
    }),
  })
  .meta({ id: 'RehearsedStep', description: 'A step, and what it would do with what the run was given.' });

const stepState = z.enum([...itemStepOutcomes, notReached]);

const difference = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('outcome').meta({ description: 'How the item or the record would end otherwise.' }),
      was: z.string().meta({ description: 'How the item or the record ended in the run.' }),
      now: z.string().meta({ description: 'How it would end.' }),
    }),
    z.object({
      kind: z.literal('step').meta({ description: 'What would become of it at a step.' }),
      step: z.string().meta({ description: 'The id of the step.' }),
      elements: z.array(z.string()).optional().meta({ description: 'As in `steps`.' }),
      was: stepState.meta({ description: 'What became of the item there in the run.' }),
      now: stepState.meta({ description: 'What would become of it.' }),
    }),
    z.object({
      kind: z.literal('writes').meta({ description: 'What an action would write otherwise.' }),
      step: z
        .string()
        .optional()
        .meta({ description: 'The id of the step; absent for an integration with one mapping.' }),
      elements: z.array(z.string()).optional().meta({ description: 'As in `steps`.' }),
      fields: z.array(z.string()).meta({ description: 'The fields whose values differ.' }),
    }),
  ])
  .meta({ id: 'RehearsalDifference', description: 'What would be otherwise than in the run.' });

/** What would become of one item, or of one failed record. */
export const rehearsed = z.object({
  /** UUID of the item or of the failed record. */
  id: z.string(),
  outcome: z.enum(['succeeded', 'skipped', 'failed', 'mapped', 'filtered']),
  errors: z.array(recordError).optional(),
  mapped: z.record(z.string(), z.json()).optional(),
  steps: z.array(rehearsedStep).optional(),
  differences: z.array(difference),
  /** The run's revision cannot be compiled any more, so there is nothing to hold what is written against. */
  compared: z.boolean(),
  same_as_failed: z.literal(true).optional(),
  retry_misses: z.string().optional(),
  masked: z.boolean(),
  truncated: z.boolean(),
});

/** The question to a worker, and its answer. */
export const rehearsal = {
  input: z.object({
    /** UUIDs. */
    integration_id: z.string(),
    run_id: z.string(),
    kind: z.enum(['items', 'records']),
    ids: z.array(z.string()),
    /** As it would be stored. */
    definition: z.record(z.string(), freeJson),
    /** What formulas take for now, in milliseconds since the epoch. */
    now: z.number(),
    /** `shapes`: no value leaves the worker. */
    values: z.enum(['shown', 'shapes']),
  }),
  result: z.object({
    rehearsed: z.array(rehearsed),
    /** Why the definition cannot be used. */
    unusable: z.string().optional(),
  }),
};

export type Rehearsed = z.output<typeof rehearsed>;
export type RehearsedStep = z.output<typeof rehearsedStep>;
export type Difference = z.output<typeof difference>;
