import { createHmac } from 'node:crypto';
import type { JsonObject } from '../../../core/json.ts';
import { matches, readPlace, type ReadDelivery } from './delivery.ts';
import { isOwnUrl } from './sns.ts';
import type { EchoHandshake, Handshake, HmacHandshake } from './webhook.ts';

/** The response to a handshake. */
export type HandshakeAnswer = { text: string } | { json: JsonObject };

/** Challenges are sent back: bounded, so that nothing else is. */
const challengeCharactersMax = 4096;

/** Answers a handshake that the vendor does not sign, if the delivery is one. */
export function answerUnsigned(handshakes: readonly Handshake[], delivery: ReadDelivery): HandshakeAnswer | undefined {
  for (const handshake of handshakes) {
    if (handshake.kind !== 'echo' || handshake.isSigned) continue;
    const answer = echo(handshake, delivery);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/**
 * Answers a handshake of a delivery that was found genuine, if it is one.
 *
 * @param visit Requests an address once. Fails if it does not respond.
 */
export async function answerSigned(
  handshakes: readonly Handshake[],
  delivery: ReadDelivery,
  { credentials, visit }: { credentials: JsonObject; visit: (url: string) => Promise<unknown> },
): Promise<HandshakeAnswer | undefined> {
  for (const handshake of handshakes) {
    if (handshake.kind === 'echo') {
      const answer = echo(handshake, delivery);
      if (answer !== undefined) return answer;
    } else if (matches(delivery, handshake.when)) {
      if (handshake.kind === 'hmac') return digestToken(handshake, delivery, credentials);
      const url = readPlace(delivery, handshake.url) ?? '';
      if (!isOwnUrl(url, handshake.hosts)) return undefined;
      await visit(url);
      return { text: 'confirmed' };
    }
  }
  return undefined;
}

function echo({ method, challenge, when, answer }: EchoHandshake, delivery: ReadDelivery): HandshakeAnswer | undefined {
  if (delivery.method !== method || !matches(delivery, when)) return undefined;
  const text = readPlace(delivery, challenge);
  if (text === undefined || text.length > challengeCharactersMax) return undefined;
  return answer === 'text' ? { text } : { json: { [answer.member]: text } };
}

function digestToken(
  { token, key, algorithm, encoding, answer }: HmacHandshake,
  delivery: ReadDelivery,
  credentials: JsonObject,
): HandshakeAnswer | undefined {
  const text = readPlace(delivery, token);
  const secret = credentials[key];
  if (text === undefined || text.length > challengeCharactersMax || typeof secret !== 'string') return undefined;
  return {
    json: { [answer.token]: text, [answer.digest]: createHmac(algorithm, secret).update(text).digest(encoding) },
  };
}
