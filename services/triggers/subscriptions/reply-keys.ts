import { systemClock } from '../../../core/clock.ts';
import type { JsonObject } from '../../../core/json.ts';
import { Secret } from '../../../core/secret.ts';
import { createOpener, type DerivedKeys, deriveKeys, type Opener } from '../../../vault/index.ts';

/** The one purpose of the derived keys. A change of the form gets another name. */
const purpose = 'integration-hub hook subscriptions, form 1';

const known = new WeakMap<Secret<string>, DerivedKeys & { opener: Opener }>();

/**
 * Gives the key to which workers seal what deliveries to a hook are checked by: they make the secret or are given it by the
 * vendor, the API checks by it, and neither has the other's keys.
 */
export function toReplyKey(pepper: Secret<string>): string {
  return open(pepper).publicKey;
}

/** @returns `undefined` for what is of another hook, and where the pepper was changed since. */
export async function openReply(
  pepper: Secret<string>,
  { orgId, id: hookId }: { orgId: string; id: string },
  sealed: Buffer,
): Promise<Secret<JsonObject> | undefined> {
  try {
    return new Secret(await open(pepper).opener.open({ purpose: 'hook', orgId, hookId }, sealed));
  } catch {
    // What it was sealed to is lost: deliveries are refused until the subscription is made again.
    return undefined;
  }
}

function open(pepper: Secret<string>): DerivedKeys & { opener: Opener } {
  const found = known.get(pepper);
  if (found !== undefined) return found;
  const keys = deriveKeys(pepper.reveal(), purpose);
  const opened = { ...keys, opener: createOpener(keys.privateKeys, systemClock) };
  known.set(pepper, opened);
  return opened;
}
