import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomUUID,
  X509Certificate,
} from 'node:crypto';
import type { Clock } from '../../../../core/clock.ts';
import type { Assertion } from '../../../kit/auth/application.ts';
import { FaultError } from '../../../kit/fault.ts';
import { parseJson, toJsonObject } from '../../../kit/type-guards.ts';
import { compileFill, type Fill } from './fill.ts';
import { messages } from '../../../../core/messages.ts';

/** Signs an assertion. @throws {FaultError} `config` when the key cannot be read or used. */
export async function signAssertion(assertion: Assertion, fill: Fill, clock: Clock): Promise<string> {
  const { algorithm, lifetimeS, backdateS = 0 } = assertion;
  const key = readKey(assertion, fill);
  const withKey = compileFill((name) => (name === '$public_key_sha256' ? hashPublicKey(key) : fill(`{${name}}`)));
  const issuedAt = Math.floor(clock.now() / 1000) - backdateS;
  const certificate = assertion.certificate === undefined ? '' : fill(assertion.certificate);
  const header = { ...fillMembers(assertion.header, fill), ...(certificate === '' ? {} : toThumbprint(certificate)) };
  // Few connections sign: a process that has none does not load it.
  const { SignJWT } = await import('jose');
  try {
    return await new SignJWT({ jti: randomUUID(), ...fillMembers(assertion.claims, withKey) })
      .setProtectedHeader({ typ: 'JWT', ...header, alg: algorithm })
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + backdateS + lifetimeS)
      .sign(key);
  } catch (error) {
    throw new FaultError(
      { kind: 'config', message: `The private key of the credentials cannot be used for ${algorithm}.` },
      error,
    );
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
    throw new FaultError({ kind: 'config', message: messages.privateKeyUnreadable });
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
    throw new FaultError({ kind: 'config', message: messages.certificateUnreadable });
  }
}
