import { HubError } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import type { ServiceContext } from '../../shared/context.ts';

/**
 * Refuses a change that the key which asks for it makes to itself and could not undo: the next request, with the same
 * key, would be refused. Another credential of the organization may make it, so that one always remains.
 *
 * @param uuid The key that is changed.
 * @throws {HubError} `resource_in_use`
 */
export function requireUndoable(ctx: Pick<ServiceContext, 'actor'>, uuid: string): void {
  if (ctx.actor !== toId('apiKey', uuid)) return;
  throw new HubError('resource_in_use', messages.keyInUseByRequest);
}
