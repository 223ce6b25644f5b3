import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Tells the operator from everybody else. */
export interface OperatorKey {
  matches(text: string): boolean;
}

/** @param key As it is configured; without one, nobody is the operator. */
export function createOperatorKey(key: string | undefined): OperatorKey {
  // Digests are as long as each other, whatever was sent, and tell nothing of the key.
  const salt = randomBytes(32);
  const digest = (text: string): Buffer => createHmac('sha256', salt).update(text).digest();
  const expected = key === undefined ? undefined : digest(key);
  return { matches: (text) => expected !== undefined && timingSafeEqual(digest(text), expected) };
}
