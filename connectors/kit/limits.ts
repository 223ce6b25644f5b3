import { z } from 'zod';

/** What a response header says about the budget of calls. */
const signal = z.strictObject({
  header: z.string().toLowerCase(),
  means: z.enum(['remaining', 'reset']),
  /** Of `reset`: an instant or a span. */
  unit: z.enum(['epoch_s', 'epoch_ms', 'delta_s', 'iso']).optional(),
});

const bucket = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]*$/),
  /** Calls per interval. */
  limit: z.int().positive(),
  perMs: z.int().positive(),
});

/** Declared budgets of a connection, shared over all workers, and the headers that correct them. */
export const limitsSchema = z.strictObject({
  /** Calls of one session under way at once. */
  concurrency: z.int().min(1).max(64).default(8),
  buckets: z.array(bucket).default([]),
  signals: z.array(signal).default([]),
});

export type Limits = z.output<typeof limitsSchema>;
export type RateSignal = z.output<typeof signal>;
