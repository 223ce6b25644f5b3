import { hash } from 'node:crypto';
import type { JsonObject } from '../core/json.ts';
import { onlyStep } from './definition.ts';

/**
 * Hash of a mapped record, as the ledger keeps it, in 32 hexadecimal digits: two records with the same content have the same one.
 *
 * A mapping gives its members in a fixed order, so plain serialisation is stable. 128 bits: a collision would hide a
 * change, and at 10^12 records its odds are about 10^-15.
 */
export function hashRecord(mapped: JsonObject): string {
  return hash('sha256', JSON.stringify(mapped), 'hex').slice(0, 32);
}

/** Names what a watermark or an effect id was made for, for as long as these are kept: equal parts, equal names. */
export function nameParts(parts: JsonObject): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}

/** What writes: an integration, one of its steps, and the object that this reads. */
interface EffectOrigin {
  namespace: string;
  step: string;
  stream: string;
}

/**
 * Names one write for ever, as a UUID: vendors take that form for idempotency keys.
 *
 * The row's own sequence is part of it, so A→B→A gives three ids.
 */
export function toEffectId({ namespace, step, stream }: EffectOrigin, sourceKey: string, effectSeq: number): string {
  const origin = step === onlyStep ? [namespace, stream] : [namespace, step, stream];
  const digest = hash('sha256', JSON.stringify([...origin, sourceKey, effectSeq]), 'hex');
  // Version 8 (custom) and the RFC 9562 variant.
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}
