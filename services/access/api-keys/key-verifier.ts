import type { Clock } from '../../../core/clock.ts';
import { HubError } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import type { Database } from '../../../drizzle/client.ts';
import { type ApiKeyRow, findApiKey } from '../../../drizzle/find-api-key.ts';
import type { Caller } from '../../shared/context.ts';
import type { CredentialListener } from '../credentials/credential-listener.ts';
import { createCredentialMemory } from '../credentials/credential-memory.ts';
import { createNetworkList } from '../../shared/networks.ts';
import { askDatabase } from '../../shared/transaction.ts';
import { hashApiKey, isWellFormedApiKey } from './api-key.ts';
import { messages } from '../../../core/messages.ts';

/** Identifies the owner of a bearer credential. */
export interface KeyVerifier {
  /**
   * @throws {HubError} `unauthorized`; `details.reason` says expired or disabled, and only to the holder of the key.
   * @throws {HubError} `service_unavailable` when the database cannot be asked.
   */
  verify(key: string): Promise<Caller>;
}

/**
 * Makes a verifier with a memory of its own, in which keys that work stand under their HMAC; the key itself is held
 * nowhere.
 *
 * What is well-formed costs the same whether it exists or not: one HMAC, and one look-up of that HMAC in an index. No
 * comparison stops at the first byte that differs. Only text that has no key's form and checksum is refused sooner,
 * which needs no look-up.
 */
export function createKeyVerifier(deps: {
  database: Database;
  clock: Clock;
  pepper: string;
  credentialListener: Pick<CredentialListener, 'isListening' | 'onChange'>;
}): KeyVerifier {
  const memory = createCredentialMemory<KnownKey>(deps);

  const lookUp = async (hmac: Buffer): Promise<KnownKey | undefined> => {
    const row = await askDatabase(() => findApiKey(deps.database, hmac));
    if (row === undefined) return undefined;
    if (row.disabledAt !== undefined) throw unauthorized('disabled');
    return requireUnexpired(toKnownKey(row));
  };

  const requireUnexpired = (key: KnownKey): KnownKey => {
    const { expiresAt } = key.caller;
    if (expiresAt !== undefined && expiresAt <= deps.clock.now()) throw unauthorized('expired');
    return key;
  };

  return {
    verify: async (text) => {
      if (!isWellFormedApiKey(text)) throw unauthorized();
      const hmac = hashApiKey(deps.pepper, text);
      const key = await memory.find(hmac.toString('base64'), () => lookUp(hmac));
      if (key === undefined) throw unauthorized();
      return requireUnexpired(key).caller;
    },
  };
}

interface KnownKey {
  uuid: string;
  caller: Caller;
}

function toKnownKey(row: ApiKeyRow): KnownKey {
  return {
    uuid: row.id,
    caller: {
      orgId: row.orgId,
      kind: 'api_key',
      actor: toId('apiKey', row.id),
      scopes: new Set(row.scopes),
      expiresAt: row.expiresAt?.getTime(),
      networks: row.allowedCidrs === undefined ? undefined : createNetworkList(row.allowedCidrs),
      requireIfMatch: row.requireIfMatch,
    },
  };
}

function unauthorized(reason?: 'disabled' | 'expired'): HubError {
  if (reason === undefined) return new HubError('unauthorized', messages.credentialInvalid);
  return new HubError('unauthorized', messages.apiKeyUnusable({ reason }), { details: { reason } });
}
