import { generateKeyPairSync } from 'node:crypto';
import type { Assertion } from '../../../connectors/kit/auth/application.ts';
import type { AuthMethod } from '../../../connectors/kit/auth/methods.ts';
import { listHoles, parseTemplate } from '../../../connectors/kit/template.ts';
import type { JsonObject } from '../../../core/json.ts';
import { createCertificate } from '../../harness/http-certificate.ts';

/** Puts real keys and certificates where a method's form takes them: a sample text signs nothing. */
export function withKeys({ apply, tls }: AuthMethod, credentials: JsonObject): JsonObject {
  const filled = { ...credentials };
  const put = (template: string | undefined, value: () => string): void => {
    for (const name of template === undefined ? [] : listHoles(parseTemplate(template))) filled[name] = value();
  };
  const assertion = 'assertion' in apply ? apply.assertion : undefined;
  if (assertion !== undefined && !assertion.algorithm.startsWith('HS')) put(assertion.key, () => keyFor(assertion));
  put(assertion?.certificate, () => createCertificate('client.example').cert);
  if (tls?.key !== undefined && tls.certificate !== undefined) {
    const { key, cert } = createCertificate('client.example');
    Object.assign(filled, { [tls.key]: key, [tls.certificate]: cert });
  }
  // What a person granted, who is not there to do it.
  if (apply.kind === 'oauth2_code') filled['refresh_token'] ??= 'sample-refresh-token';
  return filled;
}

const keys = new Map<string, string>();

/** A private key of the kind that an algorithm takes. Made once: RSA keys take a while. */
function keyFor({ algorithm }: Assertion): string {
  const known = keys.get(algorithm) ?? createKey(algorithm);
  keys.set(algorithm, known);
  return known;
}

function createKey(algorithm: Assertion['algorithm']): string {
  const pem = { type: 'pkcs8', format: 'pem' } as const;
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519').privateKey.export(pem).toString();
  if (algorithm === 'ES256' || algorithm === 'ES384') {
    const namedCurve = algorithm === 'ES256' ? 'prime256v1' : 'secp384r1';
    return generateKeyPairSync('ec', { namedCurve }).privateKey.export(pem).toString();
  }
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem).toString();
}
