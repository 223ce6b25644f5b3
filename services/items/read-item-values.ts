import { askUpstream } from '../connections/ask-upstream.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { ItemValues } from './item-values.ts';

/**
 * Asks a worker for the values of an item, which only workers can open.
 *
 * @param id UUID of an item that the caller may see.
 * @throws {HubError} as `askUpstream`.
 */
export async function readItemValues(ctx: ServiceContext, id: string): Promise<ItemValues> {
  const { record, element, ...rest } = await askUpstream(ctx, {
    kind: 'item',
    about: 'nothing',
    input: { item_id: id },
  });
  return { ...(record === undefined ? {} : { record }), ...(element === undefined ? {} : { element }), ...rest };
}
