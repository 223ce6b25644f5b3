import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { JsonObject } from '../../../core/json.ts';
import { readPlace, type ReadDelivery } from './delivery.ts';
import { equalTexts } from './equal-texts.ts';
import { isFresh } from './hmac.ts';
import type { Verdict } from './verdict.ts';
import { header, type StandardWebhooksSignature } from './webhook.ts';

/** How far the time of a message may lie from ours, as the libraries of the standard have it. */
const toleranceSeconds = 300;

/** At least 16 bytes: what is no key must not become an empty one, which everyone has. */
export const standardSecret: z.ZodString = z
  .string()
  .max(1024)
  .regex(/^(?:whsec_)?[A-Za-z0-9+/]{22,}={0,2}$/, 'Must be in base64, behind `whsec_` or not.')
  .meta({ title: 'Signing secret', secret: true, help: 'In base64, behind `whsec_` or not.' });

const keyPrefix = 'whsec_';
const signaturePrefix = 'v1,';

/**
 * Checks a message by Standard Webhooks: one of its signatures is over its id, its time and the bytes of its body.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function checkStandardWebhooks(
  { key, prefix = 'webhook' }: StandardWebhooksSignature,
  delivery: ReadDelivery,
  credentials: JsonObject,
  nowMs: number,
): Verdict {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    readPlace(delivery, header(`${prefix}-${name}`)),
  );
  const secret = credentials[key];
  if (id === undefined || timestamp === undefined || signatures === undefined) return 'unsigned';
  if (typeof secret !== 'string') return 'forged';
  const bytes = Buffer.from(secret.startsWith(keyPrefix) ? secret.slice(keyPrefix.length) : secret, 'base64');
  const hmac = createHmac('sha256', bytes).update(`${id}.${timestamp}.`).update(delivery.body);
  const expected = signaturePrefix + hmac.digest('base64');
  // While its sender replaces the secret, a message has a signature by each.
  if (!signatures.split(' ').some((signature) => equalTexts(signature, expected))) return 'forged';
  return isFresh({ unit: 'epoch_s', toleranceSeconds }, timestamp, nowMs) ? 'genuine' : 'stale';
}
