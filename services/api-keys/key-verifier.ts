import type { Clock } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import type { Database } from '../../drizzle/client.ts';
import { type ApiKeyRow, findApiKey } from '../../drizzle/find-api-key.ts';
import type { Caller } from '../context.ts';
import { askDatabase } from '../transaction.ts';
import { hashApiKey, isWellFormedApiKey } from './api-key.ts';

/** Tells who a bearer credential belongs to. */
export interface KeyVerifier {
  /**
   * @throws {HubError} `unauthorized`; `details.reason` says expired or disabled, and only to the holder of the key.
   * @throws {HubError} `service_unavailable` when the database cannot be asked.
   */
  verify(key: string): Promise<Caller>;
}

/** A key that was found is not looked up again for so long: that is also how long a disabled key may go on. */
const rememberMs = 5000;
const rememberedMax = 10_000;

/**
 * Makes a verifier with a memory of its own. Only keys that exist are remembered, under their HMAC; the key itself is
 * held nowhere. Requests that present one key at once share one look-up.
 */
export function createKeyVerifier(deps: { database: Database; clock: Clock; pepper: string }): KeyVerifier {
  const remembered = new Map<string, { key: KnownKey; until: number }>();
  const lookups = new Map<string, Promise<KnownKey | undefined>>();

  const lookUp = async (hmac: Buffer, id: string): Promise<KnownKey | undefined> => {
    try {
      const row = await askDatabase(() => findApiKey(deps.database, hmac));
      if (row === undefined) return undefined;
      const key = toKnownKey(row);
      if (remembered.size >= rememberedMax) remembered.clear();
      remembered.set(id, { key, until: deps.clock.monotonic() + rememberMs });
      return key;
    } finally {
      lookups.delete(id);
    }
  };

  const find = (hmac: Buffer): Promise<KnownKey | undefined> | KnownKey => {
    const id = hmac.toString('base64');
    const known = remembered.get(id);
    if (known !== undefined && known.until > deps.clock.monotonic()) return known.key;
    const underWay = lookups.get(id) ?? lookUp(hmac, id);
    lookups.set(id, underWay);
    return underWay;
  };

  return {
    verify: async (text) => {
      if (!isWellFormedApiKey(text)) throw unauthorized();
      const key = await find(hashApiKey(deps.pepper, text));
      if (key === undefined) throw unauthorized();
      if (key.disabled) throw unauthorized('disabled');
      if (key.expiresAt !== undefined && key.expiresAt <= deps.clock.now()) throw unauthorized('expired');
      return key.caller;
    },
  };
}

interface KnownKey {
  caller: Caller;
  disabled: boolean;
  expiresAt: number | undefined;
}

function toKnownKey(row: ApiKeyRow): KnownKey {
  return {
    caller: {
      orgId: row.orgId,
      actor: toId('apiKey', row.id),
      scopes: new Set(row.scopes),
      requireIfMatch: row.requireIfMatch,
    },
    disabled: row.disabledAt !== undefined,
    expiresAt: row.expiresAt?.getTime(),
  };
}

function unauthorized(reason?: 'disabled' | 'expired'): HubError {
  if (reason === undefined) return new HubError('unauthorized', 'The credential is not valid.');
  return new HubError('unauthorized', `The API key is ${reason}.`, { details: { reason } });
}
