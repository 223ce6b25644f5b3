import { createHmac, randomBytes } from 'node:crypto';

const stepSeconds = 30;
const digits = 6;
const secretBytes = 20;
/** Clocks of telephones may be this many steps off. @see https://www.rfc-editor.org/rfc/rfc6238#section-5.2 */
const driftSteps = 1;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Makes a secret, as applications take it: Base32 without padding. */
export function generateTotpSecret(): string {
  return toBase32(randomBytes(secretBytes));
}

/** The address that applications read from a QR code. @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function toTotpUri(secret: string, { issuer, person }: { issuer: string; person: string }): string {
  const label = encodeURIComponent(`${issuer}:${person}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

/**
 * Finds the time step that a code is of.
 *
 * @param lastStep The last step that a code was accepted of: it and earlier ones are refused, so each code works once.
 * @returns `undefined` for a code of no step that may be accepted now.
 */
export function findTotpStep(
  secret: string,
  code: string,
  { nowMs, lastStep }: { nowMs: number; lastStep: number },
): number | undefined {
  const current = Math.floor(nowMs / 1000 / stepSeconds);
  let found: number | undefined;
  for (let step = current - driftSteps; step <= current + driftSteps; step += 1) {
    if (step > lastStep && computeTotp(secret, step) === code) found ??= step;
  }
  return found;
}

/** The code of a time step. @see https://www.rfc-editor.org/rfc/rfc4226#section-5.3 */
export function computeTotp(secret: string, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  // The algorithm that applications support; its known collisions do not bear on HMAC.
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** length).padStart(length, '0');
}

/** @see https://www.rfc-editor.org/rfc/rfc4648#section-6 */
export function toBase32(bytes: Buffer): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  const missing = (5 - ((bytes.length * 8) % 5)) % 5;
  bits <<= BigInt(missing);
  let text = '';
  for (let left = (bytes.length * 8 + missing) / 5; left > 0; left -= 1) {
    text += alphabet.charAt(Number((bits >> BigInt((left - 1) * 5)) & 31n));
  }
  return text;
}

function fromBase32(text: string): Buffer {
  let bits = 0n;
  for (const character of text) bits = (bits << 5n) | BigInt(alphabet.indexOf(character));
  const length = Math.floor((text.length * 5) / 8);
  bits >>= BigInt((text.length * 5) % 8);
  return Buffer.from(bits.toString(16).padStart(length * 2, '0'), 'hex');
}
