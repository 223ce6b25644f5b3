import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomUUID,
  X509Certificate,
} from 'node:crypto';
import { SignJWT } from 'jose';
import type { Clock } from '../../../core/clock.ts';
import { FaultError } from '../fault.ts';
import { parseJson, toJsonObject } from '../narrow.ts';
import { compileFill, type Fill } from './fill.ts';

/**
 * A token that the client signs itself. Texts are templates; members that turn out empty are left out.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7523
 */
export interface Assertion {
  algorithm:
    'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'ES256' | 'ES384' | 'EdDSA' | 'HS256' | 'HS512';
  /** The private key as PEM (PKCS #8, PKCS #1, SEC 1) or JWK; for HS algorithms the shared secret. */
  key: string;
  passphrase?: string | undefined;
  /** A certificate as PEM, whose SHA-256 thumbprint goes into the header as `x5t#S256`. */
  certificate?: string | undefined;
  header: Readonly<Record<string, string>>;
  /** Besides the form's fields, `$public_key_sha256` stands for the key's public half (DER), hashed, in base64. */
  claims: Readonly<Record<string, string>>;
  /** From `iat` to `exp`. */
  lifetimeS: number;
  /** `iat` lies so far back, for systems whose clocks are behind. Default 0. */
  backdateS?: number | undefined;
}

/** Signs an assertion. @throws {FaultError} `config` when the key cannot be read or used. */
export async function signAssertion(assertion: Assertion, fill: Fill, clock: Clock): Promise<string> {
  const { algorithm, lifetimeS, backdateS = 0 } = assertion;
  const key = readKey(assertion, fill);
  const withKey = compileFill((name) => (name === '$public_key_sha256' ? hashPublicKey(key) : fill(`{${name}}`)));
  const issuedAt = Math.floor(clock.now() / 1000) - backdateS;
  const certificate = assertion.certificate === undefined ? '' : fill(assertion.certificate);
  const header = { ...fillMembers(assertion.header, fill), ...(certificate === '' ? {} : toThumbprint(certificate)) };
  try {
    return await new SignJWT({ jti: randomUUID(), ...fillMembers(assertion.claims, withKey) })
      .setProtectedHeader({ typ: 'JWT', ...header, alg: algorithm })
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + backdateS + lifetimeS)
      .sign(key);
  } catch (error) {
    throw new FaultError({ kind: 'config', message: `The key of the credentials does not sign ${algorithm}.` }, error);
  }
}

function fillMembers(members: Readonly<Record<string, string>>, fill: Fill): Record<string, string> {
  const filled = Object.entries(members).map(([name, value]): [string, string] => [name, fill(value)]);
  return Object.fromEntries(filled.filter(([, value]) => value !== ''));
}

function readKey(assertion: Assertion, fill: Fill): KeyObject | Uint8Array {
  // People paste keys out of JSON files, with line ends written as two characters.
  const text = fill(assertion.key)
    .replaceAll(String.raw`\n`, '\n')
    .trim();
  if (assertion.algorithm.startsWith('HS')) return new TextEncoder().encode(text);
  try {
    if (text.startsWith('{')) return createPrivateKey({ key: { ...toJsonObject(parseJson(text)) }, format: 'jwk' });
    const passphrase = assertion.passphrase === undefined ? '' : fill(assertion.passphrase);
    return createPrivateKey({ key: text, ...(passphrase === '' ? {} : { passphrase }) });
  } catch {
    throw new FaultError({ kind: 'config', message: 'The private key of the credentials cannot be read.' });
  }
}

function hashPublicKey(key: KeyObject | Uint8Array): string {
  if (key instanceof Uint8Array) return '';
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('base64');
}

/** @see https://www.rfc-editor.org/rfc/rfc7515#section-4.1.8 */
function toThumbprint(pem: string): Record<string, string> {
  try {
    const { raw } = new X509Certificate(pem.replaceAll(String.raw`\n`, '\n'));
    return { 'x5t#S256': createHash('sha256').update(raw).digest('base64url') };
  } catch {
    throw new FaultError({ kind: 'config', message: 'The certificate of the credentials cannot be read.' });
  }
}
