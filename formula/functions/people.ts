import type { CountryCode } from 'libphonenumber-js/min';
import { toEmail } from '../read-text.ts';
import { FormulaError } from '../values/formula-error.ts';
import { anyAscii, phoneNumbers } from '../values/large-libraries.ts';
import type { Run } from '../values/run.ts';
import { example, type FunctionFamily, overload, parameter } from './define.ts';
import { boolean, text } from './signature.ts';

const value = parameter('value', text);
const country = parameter('country', text);
const names = [parameter('first', text), parameter('last', text)] as const;

function readEmail(input: string): string {
  const email = toEmail(input.trim());
  if (email !== undefined) return email;
  throw new FormulaError('invalid_argument', 'The text is not one e-mail address');
}

const stepsPerNumber = 50;
/** Longer text is no telephone number, however it is written. */
const phoneLengthMax = 100;

function toCountry(code: string): CountryCode {
  if (phoneNumbers().isSupportedCountry(code)) return code;
  throw new FormulaError('invalid_argument', 'Countries are written as two capitals, such as DE (ISO 3166-1)');
}

/** @returns `undefined` where the text is no possible number of a country. */
function readPhone(input: string, defaultCountry: CountryCode | undefined, run: Run): string | undefined {
  run.spend(stepsPerNumber);
  if (input.length > phoneLengthMax) return undefined;
  const options = { extract: false, ...(defaultCountry === undefined ? {} : { defaultCountry }) };
  const phone = phoneNumbers().parsePhoneNumberFromString(input.trim(), options);
  return phone?.isPossible() === true ? phone.number : undefined;
}

function requirePhone(input: string, defaultCountry: CountryCode | undefined, run: Run): string {
  const phone = readPhone(input, defaultCountry, run);
  if (phone !== undefined) return phone;
  throw new FormulaError('invalid_argument', 'The text is no telephone number with its country');
}

const patternDefault = '{first}.{last}';

/** A part of a user name: what every system takes. */
function toPlain(name: string): string {
  return anyAscii(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

function makeUsername(first: string, last: string, pattern: string, run: Run): string {
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
    throw new FormulaError('invalid_argument', `A user name is made of ${[...parts.keys()].join(', ')}`);
  });
  run.checkText(made.length);
  return made;
}

/** Functions over what names and reaches people. */
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
      description: 'An e-mail address in small letters, without outer spaces. Other text fails.',
      overloads: [overload([value], text, readEmail)],
      examples: [example("normalizeEmail(' Ada@Example.com ')", 'ada@example.com')],
    },
    {
      name: 'emailLocalPart',
      description: 'What stands before the @ of an e-mail address.',
      overloads: [overload([value], text, (input) => readEmail(input).split('@', 1)[0])],
      examples: [example("emailLocalPart('Ada@example.com')", 'ada')],
    },
    {
      name: 'emailDomain',
      description: 'What stands behind the @ of an e-mail address.',
      overloads: [overload([value], text, (input) => readEmail(input).split('@')[1])],
      examples: [example("emailDomain('ada@Example.com')", 'example.com')],
    },
    {
      name: 'phoneE164',
      description: 'A telephone number in the form of E.164; without its country code it is one of the country given.',
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
      description: 'Whether a text is a telephone number, with its country code or of the country given.',
      overloads: [
        overload([value], boolean, (input, run) => readPhone(input, undefined, run) !== undefined),
        overload([value, country], boolean, (input, code, run) => readPhone(input, toCountry(code), run) !== undefined),
      ],
      examples: [example("isPhone('030 901820', 'DE')", true), example("isPhone('030 901820')", false)],
    },
    {
      name: 'username',
      description:
        'A user name of a first and a last name, in small Latin letters and digits: first.last, or by a pattern of {first}, {last}, {f} and {l}.',
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
