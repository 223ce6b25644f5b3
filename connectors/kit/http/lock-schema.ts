import { z } from 'zod';
import type { JsonObject } from '../../../core/json.ts';
import { valuePath as path } from '../fields.ts';
import { requestSchema } from './request-schema.ts';

const text = z.string().min(1);

/**
 * What is read of a record right before its change: the version that the change must name (optimistic locking), so that
 * concurrent changes are not overwritten, or what the change would take away.
 *
 * If a version is refused as outdated, the change is retried once with a new one.
 */
export const lockSchema = z.strictObject({
  /** Reads the record. Holes as those of the change. */
  request: requestSchema,
  /** Where its answer holds the version: a header, such as `ETag`, or a path into the body. */
  header: z.string().toLowerCase().optional(),
  path: path.optional(),
  /** Where the change names it: a member of its body; absent: the header `If-Match`. */
  member: path.optional(),
  /** The change names the number after it: that of the version which it makes. */
  next: z.literal(true).optional(),
  /**
   * The change replaces the record: members that it does not give are sent as they were read, all or the named ones. Without
   * `header` and `path`, no version is named.
   */
  keepsRest: z.literal(true).or(z.array(text).min(1)).optional(),
  /** Where the answer holds the record whose rest is kept; absent: the answer is the record. */
  recordPath: path.optional(),
  /** Converts that record to what a change takes, where the two differ. Pure. */
  shape: z.custom<(record: JsonObject) => JsonObject>((value) => typeof value === 'function').optional(),
  /** Members that are objects and replaced as well: of those that the change gives, it keeps what it does not give. */
  keepsWithin: z.array(text).min(1).optional(),
});
