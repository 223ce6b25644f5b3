import { z } from 'zod';
import { invalidRequest } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';

const charactersMin = 12;
const charactersMax = 256;

/** A password as it is sent: what it may not be is checked by `requireGoodPassword`. */
export const passwordSchema = z
  .string()
  .min(charactersMin, messages.passwordTooShort({ min: charactersMin }))
  .max(charactersMax)
  .meta({ format: 'password', description: 'At least 12 characters, any of them.' });

/** A password to be compared with a stored one, of which nothing is said. */
export const givenPassword = z.string().min(1).max(charactersMax).meta({ format: 'password' });

/** Beginnings of lists of leaked passwords, which people lengthen until they are accepted. */
const commonParts = [
  'password',
  'passwort',
  'qwerty',
  'azerty',
  'letmein',
  'welcome',
  'iloveyou',
  'administrator',
  'admin',
  'changeme',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'superman',
  'trustno',
  'summer',
  'winter',
  'spring',
  'autumn',
  'integration',
  'hub',
];
const rows = [
  'qwertyuiopasdfghjklzxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  '98765432109876543210',
];
const differentMin = 6;
/** What is left of a password when the words that everybody guesses are taken out. */
const restMin = 6;
const runLength = 4;

/**
 * Refuses passwords that are guessed first: few different characters, rows of the keyboard, common words with a number, and
 * the person's own name and address.
 *
 * @param path Of the member, for the error.
 * @throws {HubError} `invalid_request`
 * @see https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver NIST SP 800-63B: blocklists, and no rules of composition
 */
export function requireGoodPassword(
  password: string,
  person: { email?: string | null | undefined; name?: string | undefined },
  path = 'password',
): void {
  const plain = toPlain(password);
  const own = [...(person.email ?? '').split(/[@.+_-]/), ...(person.name ?? '').split(' ')]
    .map(toPlain)
    .filter((word) => word.length > 2);
  const rest = [...commonParts, ...own].reduce((left, word) => left.replaceAll(word, ''), withoutRuns(plain));
  if (new Set(plain).size >= differentMin && new Set(rest).size >= restMin) return;
  throw invalidRequest(messages.bodyInvalid, [{ path, code: 'too_easy', message: messages.passwordTooEasy }]);
}

/** `P@ssw0rd` is `password` to everybody who guesses. */
function toPlain(text: string): string {
  const twins: Readonly<Record<string, string>> = {
    '@': 'a',
    '4': 'a',
    '0': 'o',
    $: 's',
    '5': 's',
    '3': 'e',
    '!': 'i',
  };
  const lower = text.normalize('NFC').toLowerCase();
  // A text of digits alone keeps them, for the rows.
  return /[a-z]/.test(lower) ? lower.replaceAll(/[@40$53!]/g, (character) => twins[character] ?? character) : lower;
}

function withoutRuns(text: string): string {
  return rows.reduce((left, row) => {
    let kept = left;
    for (let length = row.length; length >= runLength; length -= 1) {
      for (let start = 0; start + length <= row.length; start += 1) {
        kept = kept.replaceAll(row.slice(start, start + length), '');
      }
    }
    return kept;
  }, text);
}
