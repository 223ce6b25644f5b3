import { createHash, createHmac } from 'node:crypto';
import type { ApiKeyMode } from '../../../core/enums.ts';
import { generateCheckedText, hasRightChecksum } from '../credentials/checked-text.ts';

const pattern = /^ihk_(?:live|test)_[0-9A-Za-z]{49}$/;

/** Makes a new key. */
export function generateApiKey(mode: ApiKeyMode = 'live'): string {
  return generateCheckedText(`ihk_${mode}_`);
}

/** True for text that has the form of a key and the right checksum; says nothing of whether the key exists. */
export function isWellFormedApiKey(text: string): boolean {
  return pattern.test(text) && hasRightChecksum(text);
}

/** What is stored of a key: useless without the pepper, which the database does not have. */
export function hashApiKey(pepper: string, key: string): Buffer {
  return createHmac('sha256', pepper).update(key).digest();
}

/** Identifies a pepper without revealing it, so that stored keys of an earlier pepper are recognized. */
export function pepperId(pepper: string): string {
  return createHash('sha256').update(`pepper id|${pepper}`).digest('hex').slice(0, 8);
}
