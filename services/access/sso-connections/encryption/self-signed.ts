import { type KeyObject, sign } from 'node:crypto';

const dayMs = 86_400_000;

/**
 * Makes a certificate that its own key signs, for a host name: valid from a day before now.
 *
 * @param keys RSA, or ECDSA over P-256.
 * @param options.nowMs Since the epoch, before 2050.
 * @returns PEM.
 * @see https://www.rfc-editor.org/rfc/rfc5280#section-4.1
 */
export function signCertificate(
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
  host: string,
  { nowMs, days }: { nowMs: number; days: number },
): string {
  // ecdsa-with-SHA256, or sha256WithRSAEncryption with its empty parameters.
  const algorithm =
    publicKey.asymmetricKeyType === 'ec'
      ? sequence(oid('2a8648ce3d040302'))
      : sequence(oid('2a864886f70d01010b'), encode(0x05, Buffer.alloc(0)));
  const name = sequence(encode(0x31, sequence(oid('550403'), encode(0x0c, Buffer.from(host)))));
  const validity = sequence(time(nowMs - dayMs), time(nowMs + days * dayMs));
  const names = sequence(oid('551d11'), encode(0x04, sequence(encode(0x82, Buffer.from(host)))));
  const authority = sequence(oid('551d13'), encode(0x04, sequence(encode(0x01, Buffer.from([0xff])))));
  const body = sequence(
    encode(0xa0, encode(0x02, Buffer.from([2]))),
    encode(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encode(0xa3, sequence(names, authority)),
  );
  const signature = encode(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const der = sequence(body, algorithm, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${der.replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}

/** Encodes one element by the distinguished rules (DER). */
function encode(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return encode(0x30, ...parts);
}

function oid(hex: string): Buffer {
  return encode(0x06, Buffer.from(hex, 'hex'));
}

function time(ms: number): Buffer {
  return encode(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
}
