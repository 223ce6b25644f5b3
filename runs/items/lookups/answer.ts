import type { ConnectorErrorKind } from '../../../core/connector-error.ts';
import type { ActionResult, ItemContext } from '../../../flow/index.ts';

/**
 * Asks a system for items, in their order.
 *
 * @returns what it gives each of the first ones, at least of one: the others are asked for in another call.
 * @throws {ConnectorError} what says nothing of a single item, where no item before has an answer.
 */
export type Answer = (contexts: readonly ItemContext[], signal: AbortSignal) => Promise<ActionResult[]>;

/** What a system may refuse for one item, and not for others. */
export const refusals: ReadonlySet<ConnectorErrorKind> = new Set([
  'permission',
  'not_found',
  'conflict',
  'validation',
  'schema_drift',
]);
