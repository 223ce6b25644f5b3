import type { Secret } from '../../../core/secret.ts';
import { openText, sealText } from '../pepper-box.ts';

const purpose = 'secrets of single sign-on';

/** Encrypts a client secret or a private key. @param connectionId UUID. */
export function sealSsoSecret(pepper: Secret<string>, connectionId: string, secret: string): Buffer {
  return sealText({ pepper: pepper.reveal(), purpose, owner: connectionId }, secret);
}

/** @returns `undefined` where it was encrypted under another pepper. */
export function openSsoSecret(pepper: Secret<string>, connectionId: string, sealed: Buffer): string | undefined {
  return openText({ pepper: pepper.reveal(), purpose, owner: connectionId }, sealed);
}
