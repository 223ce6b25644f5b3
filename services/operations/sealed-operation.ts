import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';

/** What is sealed of an operation until it has ended. */
export const sealedOperation = z.object({
  input: z.record(z.string(), freeJson),
  options: z.record(z.string(), freeJson),
  match_on: z.array(z.string()).optional(),
  target_id: z.string().optional(),
});

export type SealedOperation = z.infer<typeof sealedOperation>;
