import { generateCheckedText, hasRightChecksum } from '../access/credentials/checked-text.ts';

/** What a link holds: 256 random bits and their checksum. */
export function generateLinkToken(): string {
  return generateCheckedText('ihc_');
}

/** True for text that has the form of such a token and the right checksum; says nothing of whether it exists. */
export function isWellFormedLinkToken(text: string): boolean {
  return /^ihc_[0-9A-Za-z]{49}$/.test(text) && hasRightChecksum(text);
}
