import { z } from 'zod';

export const deadLetterSelection = z.object({
  /** UUID of the run whose dead letters they are. */
  run: z.string(),
  /** UUIDs; absent for all. */
  ids: z.array(z.string()).optional(),
  code: z.string().optional(),
  /** With a code: of this field, and of this step; empty for those that name none. */
  field: z.string().optional(),
  step: z.string().optional(),
  /** Of items: also where a newer one of the record has ended, whose record they have taken. */
  newest: z.boolean().optional(),
  /** Of items whose writes are in doubt: what a person found out. */
  assume: z.enum(['done', 'not_done']).optional(),
});

export type DeadLetterSelection = z.infer<typeof deadLetterSelection>;

/**
 * Options of a run besides its definition: `runs.options`.
 *
 * Written by the verbs that make runs and read by the activities that carry them out; callers never see it.
 */
export const runOptions = z.object({
  /** Write every record again, also unchanged ones. */
  full_resync: z.boolean().optional(),
  /** Read what changed since this instant, where the source can be asked so; the stream's watermark stays. */
  since: z.string().optional(),
  /** So many records may be removed by this run, whatever the integration's guard says. */
  max_deletes: z.int().optional(),
  /** So many items may be made by this run, whatever the integration's guard says. */
  max_items: z.int().optional(),
  /** What a run of a flow without a source is given, sealed as its records are, in base64. */
  input: z.string().optional(),
  /** UUID of the item that was made of the only input of an execution. */
  item: z.string().optional(),
  /**
   * UUIDs of earlier runs that this one goes on for: where its stream was read last by one of them, it begins at that
   * run's cursor. Where another run has read since, it starts again.
   */
  resumes: z.array(z.string()).optional(),
  /** The run reads records that could not be processed, instead of its source. */
  letters: deadLetterSelection.optional(),
});

export type RunOptions = z.infer<typeof runOptions>;
