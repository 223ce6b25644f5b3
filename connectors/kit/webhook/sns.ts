import { createVerify, X509Certificate } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { fill, type ReadDelivery } from './delivery.ts';
import { equalTexts } from './equal-texts.ts';
import { isFresh } from './hmac.ts';
import type { Verdict } from './verdict.ts';
import type { SnsSignature } from './webhook.ts';

/**
 * Hosts of the service in all partitions; nothing else under `amazonaws.com` will do, which anyone can rent a part of.
 *
 * @see https://docs.aws.amazon.com/general/latest/gr/sns.html
 */
export const snsHosts = /^sns\.[a-z0-9-]{1,32}\.amazonaws\.com(?:\.cn)?$/;

/**
 * What is signed, by the type of the message. @see
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message-verify-message-signature.html
 */
const notificationFields = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];
const confirmationFields = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];

/** Signature versions. @see https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html */
const digests: Readonly<Record<string, string>> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' };

/**
 * Checks a message by the certificate that it links, which is read from the service's own hosts only.
 *
 * @throws what `fetchDocument` throws where the certificate cannot be read.
 */
export async function checkSns(
  { topic, toleranceSeconds }: SnsSignature,
  { json: message }: ReadDelivery,
  credentials: JsonObject,
  { fetchDocument, nowMs }: { fetchDocument: (url: string) => Promise<string>; nowMs: number },
): Promise<Verdict> {
  if (!isJsonObject(message)) return 'unsigned';
  const { Signature: signature, SigningCertURL: url, SignatureVersion: version, TopicArn: sentTo } = message;
  if (typeof signature !== 'string' || typeof url !== 'string' || typeof sentTo !== 'string') return 'unsigned';
  const digest = typeof version === 'string' ? digests[version] : undefined;
  if (digest === undefined || !isOwnUrl(url, snsHosts)) return 'forged';
  // Every customer of the service can send correctly signed messages.
  if (!equalTexts(sentTo, fill(`{${topic}}`, credentials))) return 'forged';
  if (!isSignedBy(await fetchDocument(url), { digest, text: toSignedText(message), signature, nowMs })) return 'forged';
  return isFresh({ unit: 'iso', toleranceSeconds }, toText(message['Timestamp']), nowMs) ? 'genuine' : 'stale';
}

/** True for an encrypted address at a host that matches whole. */
export function isOwnUrl(text: string, hosts: RegExp): boolean {
  const url = URL.parse(text);
  return (
    url !== null && url.protocol === 'https:' && url.port === '' && url.username === '' && hosts.test(url.hostname)
  );
}

function toSignedText(message: JsonObject): string {
  const fields = message['Type'] === 'Notification' ? notificationFields : confirmationFields;
  return fields
    .flatMap((name) => {
      const text = toText(message[name]);
      return text === undefined ? [] : [`${name}\n${text}\n`];
    })
    .join('');
}

function toText(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isSignedBy(
  pem: string,
  { digest, text, signature, nowMs }: { digest: string; text: string; signature: string; nowMs: number },
): boolean {
  try {
    const certificate = new X509Certificate(pem);
    const isValid = nowMs >= Date.parse(certificate.validFrom) && nowMs <= Date.parse(certificate.validTo);
    return isValid && createVerify(digest).update(text).verify(certificate.publicKey, signature, 'base64');
  } catch {
    // The document is not a certificate, or has another type of key.
    return false;
  }
}
