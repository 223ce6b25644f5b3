import type { Delivery } from '../../connectors/kit/webhook/delivery.ts';
import { type EventPlace, header, type Webhook } from '../../connectors/kit/webhook/webhook.ts';

/** Changes that nobody without the key can make unnoticed, each with what it is. */
export function tamperWith({ signature }: Webhook, delivery: Delivery): [string, Delivery][] {
  switch (signature.kind) {
    // No connector of the hub has them: hooks declare them, and their tests do this.
    case 'all':
    case 'authorization':
    case 'certificate':
      return [];
    case 'hmac': {
      const { member } = signature;
      const place: EventPlace = { ...header(signature.header), ...(member === undefined ? {} : { member }) };
      const time = signature.sentAt?.place;
      const signedTime = time?.in === 'header' ? changeText(delivery, time, changeDigit) : undefined;
      return [
        ['with another body', { ...delivery, body: changeBytes(delivery.body) }],
        ['with one byte more', { ...delivery, body: Buffer.concat([delivery.body, Buffer.from(' ')]) }],
        ['with another signature', changeText(delivery, place, changeEnd)],
        ['with a longer signature', changeText(delivery, place, (text) => `${text}0`)],
        ['without a signature', changeText(delivery, place, () => undefined)],
        ...(signedTime === undefined ? [] : [['with another time', signedTime] satisfies [string, Delivery]]),
      ];
    }
    case 'standard_webhooks': {
      const [id, time, text] = ['id', 'timestamp', 'signature'].map((name): EventPlace => header(`webhook-${name}`));
      if (id === undefined || time === undefined || text === undefined) return [];
      return [
        ['with another body', { ...delivery, body: changeBytes(delivery.body) }],
        ['with another id', changeText(delivery, id, changeEnd)],
        ['with another time', changeText(delivery, time, changeDigit)],
        ['with another signature', changeText(delivery, text, changeEnd)],
        ['without a signature', changeText(delivery, text, () => undefined)],
      ];
    }
    case 'sns':
      return [
        ['with another message', changeMember(delivery, 'Message')],
        ['with another id', changeMember(delivery, 'MessageId')],
        ['with another signature', changeMember(delivery, 'Signature')],
        ['with a certificate of somebody else', replaceHost(delivery)],
      ];
    case 'jwt':
      return [
        ['with another token', changeText(delivery, { in: 'header', name: signature.header }, changeMiddle)],
        ['without a token', changeText(delivery, { in: 'header', name: signature.header }, () => undefined)],
      ];
    case 'token':
      return [
        ['with another token', changeText(delivery, signature.place, changeEnd)],
        ['with a longer token', changeText(delivery, signature.place, (text) => `${text}0`)],
        ['without a token', changeText(delivery, signature.place, () => undefined)],
      ];
  }
}

/** Another character in the place of the last one before any padding; never the same. */
function changeEnd(text: string): string {
  const end = text.replace(/=+$/, '');
  return end.slice(0, -1) + (end.endsWith('A') ? 'B' : 'A') + text.slice(end.length);
}

function changeMiddle(text: string): string {
  const at = Math.floor(text.length / 2);
  return text.slice(0, at) + (text.charAt(at) === 'A' ? 'B' : 'A') + text.slice(at + 1);
}

function changeDigit(text: string): string {
  return text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
}

function changeBytes(body: Buffer): Buffer {
  const changed = Buffer.from(body);
  const middle = Math.floor(changed.length / 2);
  changed[middle] = (changed[middle] ?? 0) ^ 1;
  return changed;
}

/** @param change Gives nothing for what is to be left out. */
function changeText(
  delivery: Delivery,
  { in: where, name, member }: EventPlace,
  change: (text: string) => string | undefined,
): Delivery {
  if (where === 'header') {
    const { [name]: text = '', ...headers } = delivery.headers;
    const changed = member === undefined ? change(text) : changeMembers(text, member, change);
    return { ...delivery, headers: changed === undefined ? headers : { ...headers, [name]: changed } };
  }
  if (where === 'query') {
    const query = new URLSearchParams(delivery.query);
    const changed = change(query.get(name) ?? '');
    if (changed === undefined) query.delete(name);
    else query.set(name, changed);
    return { ...delivery, query };
  }
  // Tokens in bodies are members of one name, wherever they stand.
  const written = new RegExp(`"${name}"\\s*:\\s*"([^"]*)"`);
  const body = delivery.body.toString().replace(written, (_, text: string) => {
    const changed = change(text);
    return changed === undefined ? `"no_${name}":""` : `"${name}":"${changed}"`;
  });
  return { ...delivery, body: Buffer.from(body) };
}

/** The header without the member where `change` gives nothing. */
function changeMembers(text: string, member: string, change: (text: string) => string | undefined): string {
  const parts = text.split(',').flatMap((part) => {
    if (!part.startsWith(`${member}=`)) return [part];
    const changed = change(part.slice(member.length + 1));
    return changed === undefined ? [] : [`${member}=${changed}`];
  });
  return parts.join(',');
}

function changeMember(delivery: Delivery, name: string): Delivery {
  return changeText(delivery, { in: 'body', name }, changeMiddle);
}

function replaceHost(delivery: Delivery): Delivery {
  return changeText(delivery, { in: 'body', name: 'SigningCertURL' }, (text) =>
    text.replace('.amazonaws.com/', '.amazonaws.com.example/'),
  );
}
