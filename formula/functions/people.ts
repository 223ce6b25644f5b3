import type { CountryCode } from 'libphonenumber-js/min';
import { toEmail } from '../read-text.ts';
import { FormulaError } from '../values/formula-error.ts';
import { anyAscii, phoneNumbers } from '../values/large-libraries.ts';
import type { Evaluation } from '../values/evaluation.ts';
import { example, type FunctionFamily, overload, parameter } from './define.ts';
import { boolean, text } from './signature.ts';

const value = parameter('value', text);
const country = parameter('country', text);
const names = [parameter('first', text), parameter('last', text)] as const;

function readEmail(input: string): string {
  const email = toEmail(input.trim());
  if (email !== undefined) return email;
  throw new FormulaError('invalid_argument', 'The text is not a single e-mail address');
}

const stepsPerNumber = 50;
/** Longer text cannot be a telephone number. */
const phoneLengthMax = 100;

function toCountry(code: string): CountryCode {
  if (phoneNumbers().isSupportedCountry(code)) return code;
  throw new FormulaError('invalid_argument', 'The country must be two capital letters such as DE (ISO 3166-1)');
}

/** @returns `undefined` where the text is no possible number of a country. */
function readPhone(input: string, defaultCountry: CountryCode | undefined, run: Evaluation): string | undefined {
  run.spend(stepsPerNumber);
  if (input.length > phoneLengthMax) return undefined;
  const options = { extract: false, ...(defaultCountry === undefined ? {} : { defaultCountry }) };
  const phone = phoneNumbers().parsePhoneNumberFromString(input.trim(), options);
  return phone?.isPossible() === true ? phone.number : undefined;
}

function requirePhone(input: string, defaultCountry: CountryCode | undefined, run: Evaluation): string {
  const phone = readPhone(input, defaultCountry, run);
  if (phone !== undefined) return phone;
  throw new FormulaError(
    'invalid_argument',
    'The text is not a valid telephone number; add the country code or give the country',
  );
}

const patternDefault = '{first}.{last}';

/** A part of a user name, reduced to characters that every system accepts. */
function toPlain(name: string): string {
  return anyAscii(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

function makeUsername(first: string, last: string, pattern: string, run: Evaluation): string {
  run.spend(first.length + last.length);
  const [given, family] = [toPlain(first), toPlain(last)];
  const parts: ReadonlyMap<string, string> = new Map([
    ['{first}', given],
    ['{last}', family],
    ['{f}', given.slice(0, 1)],
    ['{l}', family.slice(0, 1)],
  ]);
  const made = pattern.replace(/\{[a-z]+\}/g, (hole) => {
    const part = parts.get(hole);
    if (part !== undefined) return part;
    throw new FormulaError(
      'invalid_argument',
      `Unknown placeholder in the pattern; use ${[...parts.keys()].join(', ')}`,
    );
  });
  run.checkText(made.length);
  return made;
}

/** Names, e-mail addresses and telephone numbers. */
export const people: FunctionFamily = {
  name: 'People',
  functions: [
    {
      name: 'isEmail',
      description: 'Whether a text is one e-mail address, without a display name.',
      overloads: [overload([value], boolean, (input) => toEmail(input.trim()) !== undefined)],
      examples: [example("isEmail('ada@example.com')", true), example("isEmail('Ada <ada@example.com>')", false)],
    },
    {
      name: 'normalizeEmail',
      description: 'Normalizes an e-mail address: lower case, without outer spaces. Fails for other text.',
      overloads: [overload([value], text, readEmail)],
      examples: [example("normalizeEmail(' Ada@Example.com ')", 'ada@example.com')],
    },
    {
      name: 'emailLocalPart',
      description: 'The local part of an e-mail address, before the @.',
      overloads: [overload([value], text, (input) => readEmail(input).split('@', 1)[0])],
      examples: [example("emailLocalPart('Ada@example.com')", 'ada')],
    },
    {
      name: 'emailDomain',
      description: 'The domain of an e-mail address, after the @.',
      overloads: [overload([value], text, (input) => readEmail(input).split('@')[1])],
      examples: [example("emailDomain('ada@Example.com')", 'example.com')],
    },
    {
      name: 'phoneE164',
      description: 'A telephone number in E.164 format; numbers without a country code use the given country.',
      overloads: [
        overload([value], text, (input, run) => requirePhone(input, undefined, run)),
        overload([value, country], text, (input, code, run) => requirePhone(input, toCountry(code), run)),
      ],
      examples: [
        example("phoneE164('030 901820', 'DE')", '+4930901820'),
        example("phoneE164('+1 (415) 555-2671')", '+14155552671'),
      ],
    },
    {
      name: 'isPhone',
      description: 'Whether a text is a telephone number, with a country code or in the given country.',
      overloads: [
        overload([value], boolean, (input, run) => readPhone(input, undefined, run) !== undefined),
        overload([value, country], boolean, (input, code, run) => readPhone(input, toCountry(code), run) !== undefined),
      ],
      examples: [example("isPhone('030 901820', 'DE')", true), example("isPhone('030 901820')", false)],
    },
    {
      name: 'username',
      description:
        'A user name from a first and a last name, in lower-case Latin letters and digits: first.last, or by a pattern of {first}, {last}, {f} and {l}.',
      overloads: [
        overload(names, text, (first, last, run) => makeUsername(first, last, patternDefault, run)),
        overload([...names, parameter('pattern', text)], text, makeUsername),
      ],
      examples: [
        example("username('Zoë', 'O’Neill-Łuk')", 'zoe.oneillluk'),
        example("username('Ada', 'Lovelace', '{f}{last}')", 'alovelace'),
      ],
    },
  ],
};
