import type { z } from 'zod';
import type { IdempotencyClass } from '../../core/records.ts';

/** The idempotency of a write of a protocol, and how it finds its record. */
export interface WritePromise {
  idempotency: IdempotencyClass;
  /** Class where the integration names match fields; absent: the same. */
  idempotencyWithMatch?: IdempotencyClass;
  matchOn: 'required' | 'optional' | 'unused';
  identity: 'match' | 'assigned';
  /** Where the integration names match fields; absent: the same. */
  identityWithMatch?: 'match';
  /** Fields that it needs to name a record, where the integration names no match fields. */
  needs?: readonly string[];
  /** What it takes, where that is not what is read: members that are not optional have to be mapped. */
  schema?: z.ZodType;
}
