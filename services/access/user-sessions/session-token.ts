import { createHmac } from 'node:crypto';
import { generateCheckedText, hasRightChecksum } from '../credentials/checked-text.ts';

const patterns = {
  session: /^ihu_[0-9A-Za-z]{49}$/,
  invitation: /^ihi_[0-9A-Za-z]{49}$/,
  reset: /^ihr_[0-9A-Za-z]{49}$/,
} as const;

/** What a browser is known by after signing in, in a cookie. */
export function generateSessionToken(): string {
  return generateCheckedText('ihu_');
}

/** What an invitation's link holds. */
export function generateInvitationToken(): string {
  return generateCheckedText('ihi_');
}

/** What the link for a new password holds. */
export function generateResetToken(): string {
  return generateCheckedText('ihr_');
}

/** True for text that has the form of such a token and the right checksum; says nothing of whether it exists. */
export function isWellFormedToken(kind: keyof typeof patterns, text: string): boolean {
  return patterns[kind].test(text) && hasRightChecksum(text);
}

/** What is stored of a token: useless without the pepper, which the database does not have. */
export function hashToken(pepper: string, token: string): Buffer {
  return createHmac('sha256', pepper).update(token).digest();
}
