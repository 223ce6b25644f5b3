import { z } from 'zod';

/** What the two sides say to each other, in the headers of frames. */

/** A script to check, or to run over the records of the body: a JSON list of keys and records. */
export const job = z.object({
  id: z.number(),
  kind: z.enum(['check', 'run']),
  /** Jobs of different owners never meet in one memory. */
  owner: z.string(),
  source: z.string(),
  nowMs: z.number(),
  seed: z.string(),
  softLimitMs: z.number(),
  hardLimitMs: z.number(),
});
export type Job = z.infer<typeof job>;

/** Why a batch ended before its time; one of its records may be to blame, or the script for all of them. */
export const breakReasons = ['time', 'memory', 'stack', 'size', 'crash'] as const;
export type BreakReason = (typeof breakReasons)[number];

/**
 * What became of a job. With `done` of a batch, the body is the list of its results.
 *
 * What QuickJS wrote (results, console lines, an error) stays text inside the sandbox process: `read-guest.ts` reads it.
 */
export const jobResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('done'), console: z.string() }),
  z.object({ status: z.literal('broken'), reason: z.enum(breakReasons) }),
  /** The script does not load, or gives no function. */
  z.object({ status: z.literal('unfit'), fault: z.string() }),
]);
export type JobResult = z.infer<typeof jobResult>;

/** What the sandbox says: that it is there, still there, or how a job ended. */
export const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('beat') }),
  z.object({ kind: z.literal('result'), id: z.number(), result: jobResult }),
]);
export type Message = z.infer<typeof message>;
