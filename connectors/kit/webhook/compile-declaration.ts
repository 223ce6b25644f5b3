import { z } from 'zod';
import type { WebhookDeclaration } from '../../../core/webhooks/declaration.ts';
import { plainText, secretText } from '../auth/methods.ts';
import { standardSecret } from './standard-webhooks.ts';
import type { CombinedSignature, EventPlace, Handshake, Signature, ValueLocation, Webhook } from './webhook.ts';

type Verify = WebhookDeclaration['verify'];
type Challenge = NonNullable<WebhookDeclaration['challenges']>[number];
type Location = { in: EventPlace['in']; name: string; member?: string | undefined };

/** SHA-256 in hexadecimal digits, with colons or without. */
const fingerprint = z
  .string()
  .regex(/^(?:[0-9A-Fa-f]{2}:?){31}[0-9A-Fa-f]{2}$/, 'Must be a SHA-256 fingerprint in hexadecimal digits.')
  .meta({ title: 'Fingerprint of the certificate', help: '`openssl x509 -noout -fingerprint -sha256`' });

/** Makes of a declaration what connectors of the hub have. @param about Where the sender describes it, and how to register. */
export function compileDeclaration(
  { verify, challenges = [], events = {}, accepted_status: acceptedStatus }: WebhookDeclaration,
  about: Pick<Webhook, 'docsUrl' | 'setup'>,
): Webhook {
  const { list, name, id, at, tests } = events;
  const signatures = listSignatures(verify);
  const [only] = signatures;
  return {
    ...about,
    credentials: toForm(verify, challenges),
    signature: only !== undefined && signatures.length === 1 ? only : { kind: 'all', of: signatures },
    ...(verify.addresses === undefined ? {} : { networks: verify.addresses }),
    handshakes: challenges.map(toHandshake),
    events: {
      ...(list === undefined ? {} : { list }),
      name: name === undefined ? { in: 'event', name: 'event' } : toPlace(name),
      ...(name === undefined ? { unnamed: 'event' } : {}),
      ...(id === undefined ? {} : { key: id.map(toPlace) }),
      ...(at === undefined ? {} : { at: { place: toPlace(at.read), unit: at.unit } }),
      ...(tests === undefined ? {} : { tests }),
    },
    ...(acceptedStatus === undefined ? {} : { acceptedStatus }),
  };
}

/** The secrets that follow from what is verified. */
function toForm(verify: Verify, challenges: readonly Challenge[]): z.ZodObject {
  const { hmac, standard_webhooks: standard, bearer, basic, token, client_certificate: certificate } = verify;
  const digests = challenges.some(({ answer }) => typeof answer === 'object' && 'digest' in answer);
  return z.strictObject({
    ...(hmac === undefined && !digests ? {} : { secret: secretText('Signing secret') }),
    ...(standard === undefined ? {} : { secret: standardSecret }),
    ...(bearer === undefined && token === undefined ? {} : { token: secretText('Token') }),
    ...(basic === undefined ? {} : { username: plainText('User name'), password: secretText('Password') }),
    ...(certificate === undefined ? {} : { fingerprint }),
    ...(challenges.some((one) => one.verify_token !== undefined) ? { verify_token: secretText('Verify token') } : {}),
  });
}

function listSignatures(verify: Verify): CombinedSignature['of'] {
  const { hmac, standard_webhooks: standard, bearer, basic, token, client_certificate: certificate } = verify;
  const found: (Exclude<Signature, CombinedSignature> | undefined)[] = [
    hmac && toHmac(hmac),
    standard && { kind: 'standard_webhooks', key: 'secret', prefix: standard.prefix },
    bearer && { kind: 'authorization', scheme: 'bearer' },
    basic && { kind: 'authorization', scheme: 'basic' },
    token && { kind: 'token', place: toPlace(token), value: '{token}' },
    certificate && { kind: 'certificate', header: certificate.header.toLowerCase(), holds: certificate.holds },
  ];
  return found.filter((one) => one !== undefined);
}

function toHmac(given: NonNullable<Verify['hmac']>): Exclude<Signature, CombinedSignature> {
  const { algorithm, encoding, header, member, prefix, timestamp, secret_encoding: keyEncoding } = given;
  const { signed = timestamp === undefined ? '{body}' : '{timestamp}.{body}' } = given;
  return {
    kind: 'hmac',
    algorithm,
    encoding,
    header: header.toLowerCase(),
    ...(member === undefined ? {} : { member }),
    ...(prefix === undefined ? {} : { prefix }),
    signed,
    key: 'secret',
    ...(keyEncoding === 'text' ? {} : { keyEncoding }),
    ...(timestamp === undefined
      ? {}
      : {
          sentAt: {
            place: toLocation({ in: 'header', name: timestamp.header, member: timestamp.member }),
            unit: timestamp.unit,
            toleranceSeconds: timestamp.tolerance_seconds,
          },
        }),
  };
}

function toHandshake({ method, read, when = [], verify_token: token, answer, signed: isSigned }: Challenge): Handshake {
  const asked = { method, when: when.map(({ at, equals }) => ({ place: toLocation(at), equals })), isSigned };
  if (typeof answer === 'object' && 'digest' in answer) {
    const { digest, echo, algorithm, encoding, prefix } = answer;
    return {
      kind: 'hmac',
      ...asked,
      token: toLocation(read),
      key: 'secret',
      algorithm,
      encoding,
      ...(prefix === undefined ? {} : { prefix }),
      answer: { ...(echo === undefined ? {} : { token: echo }), digest },
    };
  }
  return {
    kind: 'echo',
    ...asked,
    challenge: toLocation(read),
    ...(token === undefined ? {} : { token: toLocation(token) }),
    answer,
  };
}

function toLocation({ in: where, name, member }: Location & { in: ValueLocation['in'] }): ValueLocation {
  return {
    in: where,
    name: where === 'header' ? name.toLowerCase() : name,
    ...(member === undefined ? {} : { member }),
  };
}

function toPlace(given: Location): EventPlace {
  return given.in === 'event' ? { in: 'event', name: given.name } : toLocation({ ...given, in: given.in });
}
