import { type Database, withTenantPipelined } from '../../../drizzle/index.ts';
import type { Flow, ItemContext } from '../../../flow/index.ts';
import { type CallbackWait, toCallbackToken } from '../../../services/callbacks/callback-token.ts';
import type { Signer } from '../../../vault/index.ts';
import type { RunAddress } from '../../load/load-run.ts';
import type { StoredItem } from '../item-rows.ts';
import { selectTaken } from './wait-statements.ts';

/** Gives the address at which a wait is answered. */
type AddressOf = (wait: CallbackWait) => string;

/** @param publicUrl Under which clients reach the API. */
export function createAddressOf({ signer, publicUrl }: { signer: Signer; publicUrl: string }): AddressOf {
  return (wait) => `${publicUrl}/callbacks/${toCallbackToken(signer, wait)}`;
}

/** What the addresses of items are made of. */
export interface CallbackReader {
  database: Database;
  address: RunAddress;
  flow: Pick<Flow, 'steps' | 'callbacks' | 'given'>;
  addressOf: AddressOf;
}

/** @returns what adds the addresses to a context at which the item of that is called back. Those of its parents are there. */
export async function readCallbacks(
  { database, address, flow, addressOf }: CallbackReader,
  items: readonly StoredItem[],
): Promise<(item: StoredItem, context: ItemContext) => ItemContext> {
  const { callbacks, steps } = flow;
  if (callbacks.length === 0) return (_item, context) => context;
  const ids = items.map(({ id }) => id);
  const rows = await withTenantPipelined(database, address.orgId, (tx) => selectTaken(tx, address, ids));
  const takenAt = new Map(rows.map(({ item_id: itemId, step, taken }) => [`${itemId} ${step}`, taken]));
  return (item, context) => {
    const own = callbacks.filter((step) => (steps.get(step)?.within ?? null) === item.parent_step);
    const addresses = own.map((step) => {
      const taken = takenAt.get(`${item.id} ${step}`) ?? 0;
      return [step, addressOf({ orgId: address.orgId, itemId: item.id, step, taken })] as const;
    });
    return { ...context, callbacks: { ...context.callbacks, ...Object.fromEntries(addresses) } };
  };
}
