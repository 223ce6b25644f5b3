import { createHash } from 'node:crypto';
import { canonicalJson } from '../../core/json.ts';
import type { AuditContent } from './audit-event.ts';

/** A place in the chain of an organization: an event's number, and the hash up to it in hexadecimal digits. */
export interface ChainPlace {
  sequence: number;
  hash: string;
}

/** The end of a chain, signed. */
export interface Checkpoint extends ChainPlace {
  keyId: string;
  signature: Buffer;
  /** ISO 8601, milliseconds. */
  sealedAt: string;
}

/**
 * Where a chain begins. The organization is part of it, so that no event can move to another.
 *
 * @param organizationId As the API shows it.
 */
export function chainStart(organizationId: string): ChainPlace {
  const hash = createHash('sha256').update(`integration-hub audit chain 1\n${organizationId}`).digest('hex');
  return { sequence: 0, hash };
}

/**
 * The place of an event: SHA-256 over the 32 bytes of the hash before it and the event with its number, serialised as
 * RFC 8785 says (`canonicalJson`; members that are absent are left out).
 *
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function nextPlace(previous: ChainPlace, event: AuditContent, sequence = previous.sequence + 1): ChainPlace {
  const hash = createHash('sha256')
    .update(previous.hash, 'hex')
    .update(canonicalJson({ sequence, event }))
    .digest('hex');
  return { sequence, hash };
}

/** What a checkpoint's signature is over. */
export function toCheckpointText(
  organizationId: string,
  { sequence, hash, sealedAt }: Omit<Checkpoint, 'keyId' | 'signature'>,
): string {
  return ['integration-hub audit checkpoint 1', organizationId, sequence, hash, sealedAt].join('\n');
}
