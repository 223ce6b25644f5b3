import { createHmac } from 'node:crypto';
import type { JsonObject } from '../../../core/json.ts';
import { matches, readPlace, type ReadDelivery } from './delivery.ts';
import { isOwnUrl } from './sns.ts';
import { equalTexts } from './equal-texts.ts';
import type { EchoHandshake, Handshake, HmacHandshake } from './webhook.ts';

/** The response to a handshake. */
export type HandshakeAnswer = { text: string } | { json: JsonObject };

/** Challenges are sent back: bounded, so that nothing else is. */
const challengeCharactersMax = 4096;

/** What anybody is given a digest of: nothing that could be an object or a list of JSON. */
const wordPattern = /^[A-Za-z0-9_.~+/=-]{1,256}$/;

/** Answers a handshake that the vendor does not sign, if the delivery is one. */
export function answerUnsigned(
  handshakes: readonly Handshake[],
  delivery: ReadDelivery,
  forms: readonly JsonObject[],
): HandshakeAnswer | undefined {
  for (const handshake of handshakes) {
    const answer = isAnsweredUnsigned(handshake) ? answerOne(handshake, delivery, forms) : undefined;
    if (answer !== undefined) return answer;
  }
  return undefined;
}

export function isAnsweredUnsigned(handshake: Handshake): handshake is EchoHandshake | HmacHandshake {
  return handshake.kind !== 'confirm' && handshake.isSigned === false;
}

function answerOne(
  handshake: EchoHandshake | HmacHandshake,
  delivery: ReadDelivery,
  forms: readonly JsonObject[],
): HandshakeAnswer | undefined {
  if (handshake.kind === 'echo') return echo(handshake, delivery, forms);
  const [newest] = forms;
  if (newest === undefined || !wordPattern.test(readPlace(delivery, handshake.token) ?? '')) return undefined;
  return digestToken(handshake, delivery, newest);
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
    if (handshake.kind !== 'confirm') {
      const answer =
        handshake.kind === 'echo'
          ? echo(handshake, delivery, [credentials])
          : digestToken(handshake, delivery, credentials);
      if (answer !== undefined) return answer;
    } else if (matches(delivery, handshake.when)) {
      const url = readPlace(delivery, handshake.url) ?? '';
      if (!isOwnUrl(url, handshake.hosts)) return undefined;
      await visit(url);
      return { text: 'confirmed' };
    }
  }
  return undefined;
}

function echo(
  { method, challenge, when, token, answer }: EchoHandshake,
  delivery: ReadDelivery,
  forms: readonly JsonObject[],
): HandshakeAnswer | undefined {
  if (delivery.method !== method || !matches(delivery, when)) return undefined;
  if (token !== undefined && !forms.some((form) => hasToken(readPlace(delivery, token), form))) return undefined;
  const text = readPlace(delivery, challenge);
  if (text === undefined || text.length > challengeCharactersMax) return undefined;
  return answer === 'text' ? { text } : { json: { [answer.member]: text } };
}

function hasToken(given: string | undefined, { verify_token: expected }: JsonObject): boolean {
  return given !== undefined && typeof expected === 'string' && equalTexts(given, expected);
}

function digestToken(
  { method = 'POST', when, token, key, algorithm, encoding, prefix = '', answer }: HmacHandshake,
  delivery: ReadDelivery,
  credentials: JsonObject,
): HandshakeAnswer | undefined {
  if (delivery.method !== method || !matches(delivery, when)) return undefined;
  const text = readPlace(delivery, token);
  const secret = credentials[key];
  if (text === undefined || text.length > challengeCharactersMax || typeof secret !== 'string') return undefined;
  const digest = prefix + createHmac(algorithm, secret).update(text).digest(encoding);
  return { json: { ...(answer.token === undefined ? {} : { [answer.token]: text }), [answer.digest]: digest } };
}
