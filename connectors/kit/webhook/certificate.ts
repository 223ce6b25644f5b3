import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../core/json.ts';
import { readPlace, type ReadDelivery } from './delivery.ts';
import { equalTexts } from './equal-texts.ts';
import type { Verdict } from './verdict.ts';
import type { CertificateSignature } from './webhook.ts';

/**
 * Checks the certificate that a trusted proxy says the sender has. From anybody else the header is only a claim.
 *
 * The proxy checks that the sender has the key, and has to remove the header where the sender wrote it.
 */
export function checkCertificate(
  { header, holds }: CertificateSignature,
  delivery: ReadDelivery,
  { fingerprint: expected }: JsonObject,
): Verdict {
  const text = readPlace(delivery, { in: 'header', name: header });
  if (text === undefined || text === '' || delivery.sender?.isTrustedProxy !== true) return 'unsigned';
  const given = readers[holds](text);
  if (given === undefined || typeof expected !== 'string') return 'forged';
  return equalTexts(toDigits(given), toDigits(expected)) ? 'genuine' : 'forged';
}

const readers: Readonly<Record<CertificateSignature['holds'], (text: string) => string | undefined>> = {
  fingerprint: (text) => text,
  // @see https://www.envoyproxy.io/docs/envoy/latest/configuration/http/http_conn_man/headers#x-forwarded-client-cert
  xfcc: (text) => {
    const hashes = [
      ...text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').matchAll(/(?:^|[;,]) *Hash=([0-9a-f]{64})(?=[;,]|$)/gi),
    ];
    // Of several proxies in a row, it is not said which one is ours.
    return hashes.length === 1 ? hashes[0]?.[1] : undefined;
  },
  certificate: (text) => {
    const base64 = readBase64(text);
    return base64 === undefined ? undefined : createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex');
  },
};

/**
 * `:MIIB…:` as RFC 9440 has it, or PEM with percent signs, as nginx's `$ssl_client_escaped_cert` does.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9440#section-2.2
 * @see https://nginx.org/en/docs/http/ngx_http_ssl_module.html#var_ssl_client_escaped_cert
 */
function readBase64(text: string): string | undefined {
  const [, bytes] = /^:([A-Za-z0-9+/]+=*):$/.exec(text) ?? [];
  if (bytes !== undefined) return bytes;
  try {
    const pem = decodeURIComponent(text).replaceAll(/\s/g, '');
    return /^(?:-----BEGINCERTIFICATE-----)?([A-Za-z0-9+/]+=*)(?:-----ENDCERTIFICATE-----)?$/.exec(pem)?.[1];
  } catch {
    // It is not percent-encoded.
    return undefined;
  }
}

function toDigits(fingerprint: string): string {
  return fingerprint.replaceAll(':', '').toLowerCase();
}
