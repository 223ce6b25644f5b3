import type { z } from 'zod';
import type { IdempotencyClass } from '../../core/records.ts';

/** The idempotency of a write of a protocol, and how it finds its record. */
export interface WritePromise {
  idempotency: IdempotencyClass;
  /** Class where the integration names match fields; absent: the same. */
  idempotencyWithMatch?: IdempotencyClass;
  matchOn: 'required' | 'optional' | 'unused';
  identity: 'match' | 'assigned';
  /** What it takes, where that is not what is read: members that are not optional have to be mapped. */
  schema?: z.ZodType;
}
