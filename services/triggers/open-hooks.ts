import type { ReceivingDeps } from '../../connectors/kit/webhook/receive.ts';
import type { EgressPolicy } from '../../connectors/drivers/shared/session.ts';
import type { Clock } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import { Secret } from '../../core/secret.ts';
import type { Database } from '../../drizzle/client.ts';
import { createKeySets } from '../access/access-tokens/key-sets.ts';
import { createLazyFetch } from '../shared/lazy-fetch.ts';
import { type AcceptEvents, createAcceptor } from './accept-events.ts';
import type { PublicKeys } from '../../vault/index.ts';
import type { HookMemory } from './hook.ts';
import { messages } from '../../core/messages.ts';

/** Everything of one process that receives what vendors send. */
export interface HookDeps {
  database: Database;
  clock: Clock;
  pepper: Secret<string>;
  /** What checking a delivery may ask of the vendor: certificates, keys, confirmations. */
  vendors: Omit<ReceivingDeps, 'nowMs'>;
  memory: HookMemory;
  accept: AcceptEvents;
}

/** A certificate, or the answer to a visit. */
const documentBytesMax = 64 * 1024;
/** Vendors wait for our answer no longer than a few seconds. */
const documentTimeoutMs = 5000;
const documentsMax = 100;
const retryAfterSeconds = 10;

/** Wires it together. Nothing is asked of the network before the first delivery that needs it. */
export function openHooks({
  database,
  clock,
  pepper,
  egress,
  publicKeys,
}: {
  database: Database;
  clock: Clock;
  pepper: string;
  egress: EgressPolicy;
  publicKeys: PublicKeys;
}): HookDeps {
  const fetchGuarded = createLazyFetch(egress, documentBytesMax);
  const keySets = createKeySets({ egress, clock });
  const visit = async (url: string): Promise<string> => {
    try {
      const signal = AbortSignal.timeout(documentTimeoutMs);
      return await (await fetchGuarded(url, { headers: new Headers(), signal })).text();
    } catch (error) {
      throw new HubError('service_unavailable', messages.deliveryUnverifiable, {
        cause: error,
        retryAfterSeconds,
      });
    }
  };
  const known = new Map<string, string>();
  // A certificate's address names it, so what stands there never changes.
  const fetchDocument = async (url: string): Promise<string> => {
    const text = known.get(url) ?? (await visit(url));
    if (known.size >= documentsMax) known.clear();
    known.set(url, text);
    return text;
  };
  const openKeys: ReceivingDeps['openKeys'] = (url) => keySets.open('vendor', url);
  return {
    database,
    clock,
    pepper: new Secret(pepper),
    vendors: { fetchDocument, visit, openKeys },
    memory: new Map(),
    accept: createAcceptor({ database, clock, publicKeys }),
  };
}
