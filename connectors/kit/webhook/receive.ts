import type { CryptoKey, JWTVerifyGetKey } from 'jose';
import type { JsonObject } from '../../../core/json.ts';
import type { Secret } from '../../../core/secret.ts';
import { answerSigned, answerUnsigned, type HandshakeAnswer, isAnsweredUnsigned } from './answer-handshake.ts';
import { type Delivery, readDelivery, type ReadDelivery } from './delivery.ts';
import { checkAuthorization } from './authorization.ts';
import { checkCertificate } from './certificate.ts';
import { checkHmac } from './hmac.ts';
import { checkJwt } from './jwt.ts';
import { readEvents, type VendorEvent } from './read-events.ts';
import { checkSns } from './sns.ts';
import { checkStandardWebhooks } from './standard-webhooks.ts';
import { checkToken } from './token.ts';
import { kindest, type Verdict, worst } from './verdict.ts';
import type { Webhook } from './webhook.ts';

/** The outcome of a delivery. */
export type Receipt =
  | { outcome: 'events'; events: VendorEvent[] }
  | { outcome: 'answer'; answer: HandshakeAnswer }
  | { outcome: 'refused'; reason: Exclude<Verdict, 'genuine'> | 'malformed' | 'method' };

/** The dependencies of checking a delivery. */
export interface ReceivingDeps {
  nowMs: number;
  /** Reads a small public document past the egress guard. May remember it. */
  fetchDocument(url: string): Promise<string>;
  /** Asks an address once, past the egress guard. */
  visit(url: string): Promise<unknown>;
  /** The keys that an issuer publishes. */
  openKeys(url: string): JWTVerifyGetKey<CryptoKey>;
}

/**
 * Checks a delivery and reads it. An unsigned delivery is refused, except for a handshake that the vendor never
 * signs.
 *
 * @param credentials The valid versions, newest first. Two while credentials are being replaced.
 */
export async function receiveDelivery(
  webhook: Webhook,
  sent: Delivery,
  credentials: readonly Secret<JsonObject>[],
  deps: ReceivingDeps,
): Promise<Receipt> {
  const delivery = readDelivery(sent);
  const { handshakes = [] } = webhook;
  const forms = credentials.map((secret) => secret.reveal());
  const unsigned = answerUnsigned(handshakes, delivery, forms);
  if (unsigned !== undefined) return { outcome: 'answer', answer: unsigned };

  const verdicts = await Promise.all(forms.map((form) => check(webhook, delivery, form, deps)));
  const verdict = kindest(verdicts);
  if (verdict !== 'genuine') return { outcome: 'refused', reason: verdict };

  const form = forms[verdicts.indexOf('genuine')] ?? {};
  const answer = await answerSigned(handshakes, delivery, { credentials: form, visit: (url) => deps.visit(url) });
  if (answer !== undefined) return { outcome: 'answer', answer };
  if (delivery.method !== 'POST') return { outcome: 'refused', reason: 'method' };
  const { json } = delivery;
  // A digest that the handshake gave to anybody signs only words.
  const givesDigests = handshakes.some((handshake) => handshake.kind === 'hmac' && isAnsweredUnsigned(handshake));
  if (givesDigests && (typeof json !== 'object' || json === null)) return { outcome: 'refused', reason: 'malformed' };
  const events = readEvents(webhook.events, delivery);
  return events === undefined ? { outcome: 'refused', reason: 'malformed' } : { outcome: 'events', events };
}

async function check(
  { signature, events }: Pick<Webhook, 'signature' | 'events'>,
  delivery: ReadDelivery,
  form: JsonObject,
  deps: ReceivingDeps,
): Promise<Verdict> {
  const { nowMs, fetchDocument, openKeys } = deps;
  switch (signature.kind) {
    case 'hmac':
      return checkHmac(signature, delivery, form, nowMs);
    case 'standard_webhooks':
      return checkStandardWebhooks(signature, delivery, form, nowMs);
    case 'token':
      return checkToken(signature, delivery, form, events);
    case 'authorization':
      return checkAuthorization(signature, delivery, form);
    case 'certificate':
      return checkCertificate(signature, delivery, form);
    case 'all':
      return worst(
        await Promise.all(signature.of.map((one) => check({ signature: one, events }, delivery, form, deps))),
      );
    case 'jwt':
      return checkJwt(signature, delivery, form, { keys: openKeys(signature.keysUrl), nowMs });
    case 'sns':
      return checkSns(signature, delivery, form, { fetchDocument, nowMs });
  }
}
