import type { Secret } from '../../../core/secret.ts';
import { openText, sealText } from '../pepper-box.ts';

const purpose = 'second factors of people';

/** Encrypts the secret of a second factor. @param factorId UUID. */
export function sealFactor(pepper: Secret<string>, factorId: string, secret: string): Buffer {
  return sealText({ pepper: pepper.reveal(), purpose, owner: factorId }, secret);
}

/** @returns `undefined` where it was encrypted under another pepper. */
export function openFactor(pepper: Secret<string>, factorId: string, sealed: Buffer): string | undefined {
  return openText({ pepper: pepper.reveal(), purpose, owner: factorId }, sealed);
}
