import type { JWK } from 'jose';
import { isJsonObject } from '../../../core/json.ts';
import { openText, sealText } from '../pepper-box.ts';

/** The one purpose of the derived key. A change of the form gets another name. */
const purpose = 'integration-hub access token signing key, form 1';

/** Encrypts a private key under the pepper, bound to its `kid`. */
export function sealSigningKey(pepper: string, kid: string, privateJwk: JWK): Buffer {
  return sealText({ pepper, purpose, owner: kid }, JSON.stringify(privateJwk));
}

/**
 * @returns `undefined` for what was sealed under another pepper or another `kid`, or was changed since: such a key signs
 *   no more, and tokens that it signed are refused.
 */
export function openSigningKey(pepper: string, kid: string, sealed: Buffer): JWK | undefined {
  const text = openText({ pepper, purpose, owner: kid }, sealed);
  const jwk: unknown = text === undefined ? undefined : JSON.parse(text);
  return isJsonObject(jwk) ? jwk : undefined;
}
