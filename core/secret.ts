const redacted = '[redacted]';

/**
 * A value that must not be shown: it prints `[redacted]` wherever it is logged, serialised or inspected.
 *
 * The value lies in a private field, so structured clones, spreads and `util.inspect` do not reach it either.
 */
export class Secret<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** Gives the value out. Call it where the value is used, as late as possible. */
  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return redacted;
  }

  toJSON(): string {
    return redacted;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return redacted;
  }
}

/**
 * Replaces every occurrence of the given secret values, also URL-, base64- and hex-encoded, by `[redacted]`.
 *
 * Values under four characters are left alone: they would blank ordinary text.
 */
export function scrub(text: string, secrets: Iterable<string>): string {
  let result = text;
  for (const secret of secrets) {
    if (secret.length < 4) continue;
    for (const form of encodedForms(secret)) result = result.replaceAll(form, redacted);
  }
  return result;
}

function encodedForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
  return [...new Set(forms)];
}
