import { createRequire } from 'node:module';
import type anyAsciiOf from 'any-ascii';
import type * as phoneNumbersOf from 'libphonenumber-js/min';

interface Libraries {
  'any-ascii': { default: typeof anyAsciiOf };
  'libphonenumber-js/min': typeof phoneNumbersOf;
}

/**
 * Libraries that hold large tables, loaded by the first formula that needs one: together they take 12 MB of a process.
 * By `require`, as formulas are evaluated without a wait; it keeps what it loaded.
 */
const load: <Name extends keyof Libraries>(name: Name) => Libraries[Name] = createRequire(import.meta.url);

/** @see https://gitlab.com/catamphetamine/libphonenumber-js */
export function phoneNumbers(): typeof phoneNumbersOf {
  return load('libphonenumber-js/min');
}

let anyAsciiKept: typeof anyAsciiOf | undefined;

/** Writes text of any script in ASCII. @see https://anyascii.com */
export function anyAscii(text: string): string {
  anyAsciiKept ??= load('any-ascii').default;
  return anyAsciiKept(text);
}
