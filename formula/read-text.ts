import type { Json } from '../core/json.ts';
import { keepsDigits } from '../core/json/json-text.ts';
import { toCanonical, unfit } from './canonical.ts';

/** Parsers of text: each returns the value, or `undefined` if parsing would lose information. */

const decimalPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/;
/** A double represents any 15 digits exactly. */
const shortDecimal = /^[0-9.+-]{1,15}$/;

/** Parses decimal text if a double can represent every digit. */
export function toNumber(text: string): number | undefined {
  if (!decimalPattern.test(text)) return undefined;
  // Adding 0 turns -0 into 0, as JSON does.
  const number = Number(text) + 0;
  if (!Number.isFinite(number) || !isExact(number)) return undefined;
  return shortDecimal.test(text) || keepsDigits(text, number) ? number : undefined;
}

/** Returns the number if it is an integer that a double represents exactly. */
export function toInteger(number: number | undefined): number | undefined {
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
}

/** False for integers beyond 2^53, which share their double with others, and for anything that is not a number. */
export function isExact(number: number): boolean {
  return Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number));
}

const localPart = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
/** @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1 */
const emailLengths = { address: 254, local: 64 };

/** Reads one e-mail address, in lower case. Quoted local parts, address literals and display names are refused. */
export function toEmail(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const labels = text.slice(at + 1).split('.');
  if (at < 1 || at > emailLengths.local || text.length > emailLengths.address || labels.length < 2) return undefined;
  if (!localPart.test(text.slice(0, at)) || !labels.every((label) => domainLabel.test(label))) return undefined;
  return text.toLowerCase();
}

/** Parses JSON text if all of its numbers can be represented exactly. */
export function toJson(text: string): Json | undefined {
  try {
    const value = toCanonical(JSON.parse(text, longNumber.test(text) ? refuseInexact : undefined));
    return value === unfit ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Other numbers are always exact, so most texts need no check of each value. */
const longNumber = /[0-9.]{16}|\d[eE]/;

function refuseInexact(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value === 'number' && toNumber(context?.source ?? '') === undefined) {
    throw new RangeError('The number cannot be represented exactly.');
  }
  return value;
}
