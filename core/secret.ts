export const redacted = '[redacted]';

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

/** Names that speak of secrets or of people's numbers, for fields that no connector declares. */
const sensitiveName =
  /pass(?:word|wd|phrase)|secret|token|api_?key|private_?key|credential|(?:^|_)ssn|social_security|iban|card_?number|(?:^|_)cvv/i;

/** True for a field that is masked without being declared. */
export function isSensitiveName(name: string): boolean {
  return sensitiveName.test(name);
}

/** User and password in an address; credentials as headers carry them. */
const userInfo = /\/\/[^/@\s]+@/g;
const authorization = /\b(Bearer|Basic)\s+[\w.~+/=-]{16,}/gi;
/** Neither is in a text without these; most texts of a log are words. */
const eitherNeeds = /[@\s]/;

/** Masks secrets by their form, in texts whose secrets are unknown. */
export function maskSecretForms(text: string): string {
  if (!eitherNeeds.test(text)) return text;
  return text.replaceAll(userInfo, `//${redacted}@`).replaceAll(authorization, `$1 ${redacted}`);
}
