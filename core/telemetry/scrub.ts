import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { redacted } from '../secret.ts';

/** Replaces secrets in a text by `[redacted]`. */
export type Scrub = (text: string) => string;

/** Shorter secrets are left alone: they would blank ordinary text. */
const secretMin = 4;
/** This many characters identify a form within a longer encoded text. */
const withinMin = 8;
/** A weak password may be the name of a field. */
const nameMin = 12;
/** Every form is found by its first characters. */
const startLength = 4;

/**
 * Makes what replaces every occurrence of secrets: as they are, as JSON, URLs, forms, XML, hexadecimal and Base64 write
 * them, and within the Base64 of a longer text (a user and a password, above all).
 *
 * Secrets under four characters are left alone.
 */
export function createScrub(secrets: Iterable<string>): Scrub {
  const byStart = new Map<string, string[]>();
  for (const secret of new Set(secrets)) {
    if (secret.length < secretMin) continue;
    for (const form of listForms(secret)) {
      const start = form.slice(0, startLength);
      byStart.set(start, [...(byStart.get(start) ?? []), form]);
    }
  }
  // The longest first: what is found within it would leave its ends.
  for (const forms of byStart.values()) forms.sort((a, b) => b.length - a.length);
  return byStart.size === 0 ? (text) => text : (text) => scrubText(text, byStart);
}

/** Replaces every occurrence of the given secrets once. See `createScrub`. */
export function scrub(text: string, secrets: Iterable<string>): string {
  return createScrub(secrets)(text);
}

/** The same for every text of a value, long names of members included. The value is not nested deeper than the stack. */
export function scrubJson(value: Json, replace: Scrub): Json {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => scrubJson(item, replace));
  return isJsonObject(value) ? scrubRecord(value, replace) : value;
}

/** The same for a record. */
export function scrubRecord(record: JsonObject, replace: Scrub): JsonObject {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.length < nameMin ? name : replace(name),
      scrubJson(value, replace),
    ]),
  );
}

function scrubText(text: string, byStart: ReadonlyMap<string, readonly string[]>): string {
  let result = '';
  let kept = 0;
  for (let at = 0; at + startLength <= text.length; at += 1) {
    const forms = byStart.get(text.slice(at, at + startLength));
    const found = forms?.find((form) => text.startsWith(form, at));
    if (found === undefined) continue;
    result += text.slice(kept, at) + redacted;
    kept = at + found.length;
    at = kept - 1;
  }
  return kept === 0 ? text : result + text.slice(kept);
}

function listForms(secret: string): Set<string> {
  const bytes = Buffer.from(secret);
  const encoded = encodeURIComponent(secret);
  const hex = bytes.toString('hex');
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encoded,
    encoded.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
    new URLSearchParams({ a: secret }).toString().slice(2),
    secret.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign),
    hex,
    hex.toUpperCase(),
    ...(['base64', 'base64url'] as const).flatMap((encoding) => [
      bytes.toString('base64').length < startLength ? secret : bytes.toString(encoding).replace(/=+$/, ''),
      ...listWithin(bytes, encoding),
    ]),
  ];
  return new Set(forms.filter((form) => form.length >= startLength));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What of the Base64 of a longer text is the secret's alone: three bytes are four signs, so it has three places to begin at. */
function listWithin(bytes: Buffer, encoding: 'base64' | 'base64url'): string[] {
  return [0, 1, 2]
    .map((before) => {
      const whole = Math.floor((before + bytes.length) / 3) * 4;
      const text = Buffer.concat([Buffer.alloc(before), bytes])
        .toString(encoding)
        .slice(0, whole);
      return text.slice(before === 0 ? 0 : 4);
    })
    .filter((form) => form.length >= withinMin);
}
