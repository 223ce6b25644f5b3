import { HubError } from '../../core/errors.ts';
import type { ServiceContext } from './context.ts';
import { messages } from '../../core/messages.ts';

/** A single resource with the version that its ETag is made of. */
export interface Versioned<T> {
  data: T;
  /** `row_version` as stored. */
  version: number;
}

/**
 * Lets a change go on only for a caller who knows the version that it changes. Call it with the row locked.
 *
 * @param version `row_version` as stored.
 * @throws {HubError} `precondition_failed` when the caller named other versions; `precondition_required` when it named
 *   none and its organization asks for one.
 * @see docs/concepts.md#ids-and-versions
 */
export function requireVersion(ctx: Pick<ServiceContext, 'ifMatch' | 'requireIfMatch'>, version: number): void {
  if (ctx.ifMatch === undefined) {
    if (!ctx.requireIfMatch) return;
    throw new HubError('precondition_required', messages.versionMissing);
  }
  if (ctx.ifMatch === '*' || ctx.ifMatch.includes(version)) return;
  throw new HubError('precondition_failed', messages.versionOutdated);
}
