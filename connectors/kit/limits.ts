import { z } from 'zod';
import { valuePath } from './fields.ts';

/** Where a response has the value: a header, or a path into the body. */
export const signalPlace = {
  header: z.string().toLowerCase().optional(),
  path: valuePath.optional(),
};

/** An instant, or a span from now. */
export const signalUnit = z.enum(['epoch_s', 'epoch_ms', 'delta_s', 'delta_ms', 'iso']);

/** What a response reports about the budget of calls. */
const signal = z.strictObject({
  ...signalPlace,
  /**
   * `remaining`: calls or points left; `usage`: those used, of all, as in `api-usage=18/5000`; `reset`: when the budget is
   * whole again; `restore`: points that come back a second.
   */
  means: z.enum(['remaining', 'usage', 'reset', 'restore']),
  /** Of `reset`. */
  unit: signalUnit.optional(),
  /** Of `remaining` and `usage`: the budget counts as used up at so much and less. Default 0. */
  pauseAt: z.number().min(0).optional(),
});

const bucket = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]*$/),
  /** Calls per interval. A daily quota is a bucket of 86 400 000 ms. */
  limit: z.int().positive(),
  perMs: z.int().positive(),
});

/** Declared budgets of a connection, shared over all workers, and the headers that correct them. */
export const limitsSchema = z.strictObject({
  /** Maximum concurrent calls of one session. */
  concurrency: z.int().min(1).max(64).default(8),
  buckets: z.array(bucket).default([]),
  signals: z.array(signal).default([]),
});

export type Limits = z.output<typeof limitsSchema>;
export type RateSignal = z.output<typeof signal>;
