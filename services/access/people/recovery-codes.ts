import { createHmac, randomInt } from 'node:crypto';

/** Without characters that are taken for others. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const codesCount = 10;
const groupLength = 5;

/** Makes the codes that a person writes down: ten of fifty bits, `k3x9w-p2m7t`. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: codesCount }, () => `${generateGroup()}-${generateGroup()}`);
}

function generateGroup(): string {
  return Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

/** What is stored of a code. Case, spaces and dashes do not matter. @param userId UUID. */
export function hashRecoveryCode(pepper: string, userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return createHmac('sha256', pepper).update(`recovery code|${userId}|${plain}`).digest();
}
