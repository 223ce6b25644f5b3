import { timingSafeEqual } from 'node:crypto';
import { hashApiKey } from '../api-keys/api-key.ts';
import { generateCheckedText, hasRightChecksum } from '../credentials/checked-text.ts';

const pattern = /^ihs_[0-9A-Za-z]{49}$/;

/** Makes a new secret of a client, in the form of API keys under a prefix of its own: `ihs_…`. */
export function generateClientSecret(): string {
  return generateCheckedText('ihs_');
}

/** What is stored of a secret. The prefixes differ, so it is never the HMAC of an API key. */
export function hashClientSecret(pepper: string, secret: string): Buffer {
  return hashApiKey(pepper, secret);
}

/** What a client is known by: the present secret, and the one before while its overlap lasts. */
export interface StoredSecrets {
  secretHmac: Buffer | undefined;
  previousHmac: Buffer | undefined;
  previousExpiresAt: Date | undefined;
}

/** No HMAC; compared with where nothing is stored, so that every look takes as long. */
const nothing = Buffer.alloc(32);

/** Whether a secret is one of the stored ones. Takes the same time whatever is stored. */
export function matchesClientSecret(pepper: string, secret: string, stored: StoredSecrets, now: number): boolean {
  const hmac = hashClientSecret(pepper, secret);
  const isPresent = timingSafeEqual(hmac, stored.secretHmac ?? nothing);
  const isPrevious = timingSafeEqual(hmac, stored.previousHmac ?? nothing);
  const isOverlap = stored.previousExpiresAt !== undefined && stored.previousExpiresAt.getTime() > now;
  return pattern.test(secret) && hasRightChecksum(secret) && (isPresent || (isPrevious && isOverlap));
}
