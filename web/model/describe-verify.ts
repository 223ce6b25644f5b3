import type { WebhookDeclaration } from '../../client/operations.data.ts';

type Verify = WebhookDeclaration['verify'];

/** What a delivery must have, sentence by sentence. What stands between backticks is to be taken literally. */
export function describeVerify(verify: Verify): string[] {
  const {
    hmac,
    standard_webhooks: standard,
    bearer,
    basic,
    token,
    client_certificate: certificate,
    addresses,
  } = verify;
  return [
    ...(hmac === undefined ? [] : describeHmac(hmac)),
    ...(standard === undefined
      ? []
      : [`It is signed as Standard Webhooks has it, in headers named \`${standard.prefix}-…\`.`]),
    ...(bearer === undefined ? [] : ['`Authorization: Bearer …` carries the token.']),
    ...(basic === undefined ? [] : ['`Authorization: Basic …` carries user name and password.']),
    ...(token === undefined ? [] : [`The token stands in \`${token.name}\` of the ${token.in}.`]),
    ...(certificate === undefined
      ? []
      : [`The proxy says in \`${certificate.header}\` which certificate the sender showed.`]),
    ...(addresses === undefined ? [] : [`It comes from ${addresses.map((one) => `\`${one}\``).join(', ')}.`]),
  ];
}

function describeHmac(hmac: NonNullable<Verify['hmac']>): string[] {
  const { algorithm, encoding, header, member, prefix, timestamp, secret_encoding: keyEncoding } = hmac;
  const signed = hmac.signed ?? (timestamp === undefined ? '{body}' : '{timestamp}.{body}');
  const place = member === undefined ? `\`${header}\`` : `\`${member}\` of \`${header}\``;
  const before = prefix === undefined ? '' : `, behind \`${prefix}\``;
  const key = keyEncoding === 'text' ? 'the secret as it is written' : `what the secret stands for in ${keyEncoding}`;
  return [
    `The header ${place} holds an HMAC-${algorithm.toUpperCase()} over \`${signed}\`, in ${encoding}${before}. Its key is ${key}.`,
    ...(timestamp === undefined
      ? []
      : [`\`${timestamp.header}\` says when it was sent: at most ${timestamp.tolerance_seconds} seconds off.`]),
  ];
}
