import { createHmac } from 'node:crypto';
import type { JsonObject } from '../../../core/json.ts';
import { parseTemplate } from '../template.ts';
import { readMembers, readPlace, type ReadDelivery, toEpochMs } from './delivery.ts';
import { equalTexts } from './equal-texts.ts';
import type { Verdict } from './verdict.ts';
import type { HmacSignature, SentAt } from './webhook.ts';

/** Checks an HMAC, and then the time that it covers. */
export function checkHmac(
  signature: HmacSignature,
  delivery: ReadDelivery,
  credentials: JsonObject,
  nowMs: number,
): Verdict {
  const { header, member, prefix = '', encoding, sentAt } = signature;
  const sent = readPlace(delivery, { in: 'header', name: header });
  const key = credentials[signature.key];
  const timestamp = sentAt && readPlace(delivery, sentAt.place);
  if (sent === undefined || (sentAt !== undefined && timestamp === undefined)) return 'unsigned';
  if (typeof key !== 'string') return 'forged';
  const hmac = createHmac(signature.algorithm, Buffer.from(key, signature.keyEncoding ?? 'utf8'));
  for (const part of parseTemplate(signature.signed ?? '{body}').parts) {
    const text = typeof part === 'string' ? part : readHole(part.name, delivery, timestamp);
    if (text === undefined) return 'unsigned';
    hmac.update(text);
  }
  const expected = prefix + hmac.digest(encoding);
  const digests = member === undefined ? [sent] : readMembers(sent, member);
  const isSigned = digests.some((given) => equalTexts(encoding === 'hex' ? given.toLowerCase() : given, expected));
  if (!isSigned) return 'forged';
  return sentAt === undefined || isFresh(sentAt, timestamp, nowMs) ? 'genuine' : 'stale';
}

function readHole(name: string, delivery: ReadDelivery, timestamp: string | undefined): string | Buffer | undefined {
  if (name === 'body') return delivery.body;
  if (name === 'timestamp') return timestamp;
  return readPlace(delivery, { in: 'header', name: name.slice('header.'.length).toLowerCase() });
}

export function isFresh(
  { unit, toleranceSeconds }: Pick<SentAt, 'unit' | 'toleranceSeconds'>,
  text: string | undefined,
  nowMs: number,
): boolean {
  const sentMs = toEpochMs(text, unit);
  return sentMs !== undefined && Math.abs(nowMs - sentMs) <= toleranceSeconds * 1000;
}
