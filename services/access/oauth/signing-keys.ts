import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../drizzle/client.ts';
import { addSigningKey, readSigningKeys, type SigningKeyRow } from '../../../drizzle/signing-keys.ts';
import { askDatabase } from '../../shared/transaction.ts';
import { openSigningKey, sealSigningKey } from './seal-signing-key.ts';

/** The keys that access tokens are signed with; one set for the whole installation. */
export interface SigningKeys {
  /** The key to sign with. Makes the first one, and a successor when it is time. */
  current(): Promise<{ kid: string; privateKey: CryptoKey }>;
  /** The key to verify with, while tokens that it signed may be valid. */
  find(kid: string): Promise<CryptoKey | undefined>;
  /** What others verify with: the public keys that sign, will sign, or signed tokens that may still be valid. */
  list(): Promise<JWK[]>;
}

/** The only algorithm of our access tokens. @see docs/access.md#access-tokens */
export const signingAlgorithm = 'ES256';

/** How long an access token is valid. @see docs/access.md#access-tokens */
export const accessTokenSeconds = 600;

const minuteMs = 60_000;
/** A key that is older gets a successor. */
const rotateAfterMs = 30 * 24 * 60 * minuteMs;
/** A successor is published this long before it signs, so that caches of our keys have it by then. */
const publishAheadMs = 10 * minuteMs;
/** For clocks that differ. */
const leewayMs = minuteMs;
/** How long keys are cached: well within `publishAheadMs`. */
const readAgainMs = minuteMs;
/** The one that signs, its successor, and one to spare. */
const keysKept = 3;

interface SigningKey {
  kid: string;
  publicJwk: JWK;
  publicKey: CryptoKey;
  /** Absent where the key was sealed under another pepper. */
  privateKey: CryptoKey | undefined;
  createdAt: number;
  /** As the database wrote it. */
  createdAtText: string;
}

/** Many processes may find at once that a key lacks or is too old: the database takes one, and all use that one. */
export function createSigningKeys(deps: { database: Database; clock: Clock; pepper: string }): SigningKeys {
  const { database, clock, pepper } = deps;
  let known: { keys: SigningKey[]; readAt: number } | undefined;
  let reading: Promise<SigningKey[]> | undefined;

  const read = (): Promise<SigningKey[]> => {
    reading ??= (async () => {
      const rows = await askDatabase(() => readSigningKeys(database));
      const keys = await Promise.all(rows.map((row) => toSigningKey(pepper, row)));
      known = { keys, readAt: clock.monotonic() };
      return keys;
    })().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  const readRecent = (): Promise<SigningKey[]> | SigningKey[] =>
    known !== undefined && clock.monotonic() - known.readAt < readAgainMs ? known.keys : read();

  return {
    current: async () => {
      let keys = await readRecent();
      if (isSuccessorDue(keys, clock.now())) {
        keys = await read();
        if (isSuccessorDue(keys, clock.now())) {
          await askDatabase(async () => addNewKey(database, pepper, keys[0]?.createdAtText));
          keys = await read();
        }
      }
      return chooseSigner(keys, clock.now());
    },
    find: async (kid) => {
      const isWanted = (key: SigningKey): boolean => key.kid === kid;
      const recent = keepPublished(await readRecent(), clock.now()).find(isWanted);
      // Another process may have made the very first key just now.
      const found = recent ?? keepPublished(await read(), clock.now()).find(isWanted);
      return found?.publicKey;
    },
    list: async () => keepPublished(await readRecent(), clock.now()).map(({ publicJwk }) => publicJwk),
  };
}

async function addNewKey(database: Database, pepper: string, knownNewest: string | undefined): Promise<void> {
  const pair = await generateKeyPair(signingAlgorithm, { extractable: true });
  const [publicJwk, privateJwk] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
  const kid = await calculateJwkThumbprint(publicJwk);
  const key = {
    kid,
    publicJwk: { ...publicJwk, kid, use: 'sig', alg: signingAlgorithm },
    sealed: sealSigningKey(pepper, kid, privateJwk),
  };
  await addSigningKey(database, key, { knownNewest, keep: keysKept });
}

async function toSigningKey(pepper: string, row: SigningKeyRow): Promise<SigningKey> {
  const privateJwk = openSigningKey(pepper, row.kid, row.sealed);
  return {
    kid: row.kid,
    publicJwk: row.publicJwk,
    publicKey: await importKey(row.publicJwk),
    privateKey: privateJwk === undefined ? undefined : await importKey(privateJwk),
    createdAt: new Date(row.createdAt).getTime(),
    createdAtText: row.createdAt,
  };
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, signingAlgorithm);
  if (key instanceof Uint8Array) throw new TypeError('A signing key is not an asymmetric one.');
  return key;
}

type Openable = SigningKey & { privateKey: CryptoKey };

function canSign(key: SigningKey): key is Openable {
  return key.privateKey !== undefined;
}

/** True when no key that this process can sign with is young enough. */
function isSuccessorDue(keys: readonly SigningKey[], now: number): boolean {
  const [newest] = keepPublished(keys, now).filter(canSign);
  return newest === undefined || now - newest.createdAt > rotateAfterMs;
}

/** The newest key that was published long enough; the oldest where none was, as with the very first. */
function chooseSigner(keys: readonly SigningKey[], now: number): Openable {
  const able = keepPublished(keys, now).filter(canSign);
  const signer = able.find((key) => now - key.createdAt >= publishAheadMs) ?? able.at(-1);
  if (signer === undefined) throw new Error('No signing key can be opened, though one was just made.');
  return signer;
}

/** All but those whose successor has been signing for longer than a token lives. Keys come newest first. */
function keepPublished(keys: readonly SigningKey[], now: number): SigningKey[] {
  const lingerMs = publishAheadMs + accessTokenSeconds * 1000 + leewayMs;
  return keys.filter((_, index) => {
    const successor = keys[index - 1];
    return successor === undefined || now - successor.createdAt <= lingerMs;
  });
}
