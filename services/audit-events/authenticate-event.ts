import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '../../core/json.ts';
import type { Secret } from '../../core/secret.ts';
import type { PublicKeys } from '../../vault/key-files.ts';
import { checkSignature, type Signer } from '../../vault/signatures.ts';
import type { AuditContent } from './audit-event.ts';

/** What a process shows with that it wrote an event: the API has the pepper, a worker the keys that sign. */
export type EventAuthor = { pepper: Secret<string> } | { signer: Signer };

/** Bytes of an HMAC-SHA-256; the rest is signatures. */
const macBytes = 32;

/**
 * Shows that a process of the hub wrote an event, with what the database does not have: an HMAC-SHA-256 under the pepper
 * or an Ed25519 signature.
 *
 * The pepper's other use as such a key is over API keys, whose texts begin otherwise.
 *
 * @param organizationId As the API shows it.
 */
export function authenticateEvent(author: EventAuthor, organizationId: string, event: AuditContent): Buffer {
  const text = toEventText(organizationId, event);
  return 'signer' in author ? author.signer.sign(text).signature : toMac(author.pepper, text);
}

/** @returns whether a process of the hub wrote the event: one with this pepper, or with one of the keys. */
export function isAuthentic(
  { pepper, publicKeys }: { pepper: Secret<string>; publicKeys: PublicKeys },
  organizationId: string,
  event: AuditContent,
  shown: Buffer | null,
): boolean {
  if (shown === null) return false;
  const text = toEventText(organizationId, event);
  if (shown.length === macBytes) return timingSafeEqual(shown, toMac(pepper, text));
  const signed = { signature: shown };
  return [...publicKeys.signatures.keys()].some(
    (keyId) => checkSignature(publicKeys, text, { ...signed, keyId }) === 'valid',
  );
}

function toEventText(organizationId: string, event: AuditContent): string {
  return `integration-hub audit event 1\n${organizationId}\n${canonicalJson(event)}`;
}

function toMac(pepper: Secret<string>, text: string): Buffer {
  return createHmac('sha256', pepper.reveal()).update(text).digest();
}
