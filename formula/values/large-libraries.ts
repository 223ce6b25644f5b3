import { createRequire } from 'node:module';
import type anyAsciiOf from 'any-ascii';
import type * as phoneNumbersOf from 'libphonenumber-js/min';

interface Libraries {
  'any-ascii': { default: typeof anyAsciiOf };
  'libphonenumber-js/min': typeof phoneNumbersOf;
}

/**
 * Libraries with large tables, loaded on first use: together they take 12 MB of memory. Uses `require`, because
 * formulas are evaluated synchronously; it caches what it loaded.
 */
const load: <Name extends keyof Libraries>(name: Name) => Libraries[Name] = createRequire(import.meta.url);

/** @see https://gitlab.com/catamphetamine/libphonenumber-js */
export function phoneNumbers(): typeof phoneNumbersOf {
  return load('libphonenumber-js/min');
}

let anyAsciiKept: typeof anyAsciiOf | undefined;

/** Transliterates text of any script to ASCII. @see https://anyascii.com */
export function anyAscii(text: string): string {
  anyAsciiKept ??= load('any-ascii').default;
  return anyAsciiKept(text);
}
