import { countCharacters, lastCharacters } from '../values/characters.ts';
import { FormulaError } from '../values/formula-error.ts';
import { anyAscii } from '../values/large-libraries.ts';
import type { Run } from '../values/run.ts';
import { example, type FunctionEntry, type FunctionFamily, overload, parameter } from './define.ts';
import { integer, text } from './signature.ts';

const value = parameter('value', text);

/** Words as identifiers have them: `createdAt`, `created_at` and `HTTPServer` are of two each. */
function splitWords(input: string): string[] {
  return input
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

function capitalize(word: string): string {
  return word.replace(/^./u, (letter) => letter.toUpperCase());
}

function spelling(name: string, description: string, join: (words: string[]) => string, sample: string): FunctionEntry {
  return {
    name,
    description,
    overloads: [
      overload([value], text, (input, run) => {
        const joined = join(splitWords(input));
        run.checkText(joined.length);
        return joined;
      }),
    ],
    examples: [example(`${name}('First name of HTTPServer')`, sample)],
  };
}

function mask(input: string, shown: number, sign: string, run: Run): string {
  if (shown < 0) throw new FormulaError('out_of_range', 'At the end 0 characters are shown, or more');
  const hidden = Math.max(0, countCharacters(input) - shown);
  run.checkText(hidden * sign.length + shown);
  return sign.repeat(hidden) + lastCharacters(input, shown);
}

/** Functions that write a text as something else reads it. */
export const spellings: FunctionFamily = {
  name: 'Spellings',
  functions: [
    spelling(
      'camelCase',
      'Joins words, each but the first with a capital.',
      ([first = '', ...rest]) => {
        return first + rest.map(capitalize).join('');
      },
      'firstNameOfHttpServer',
    ),
    spelling(
      'pascalCase',
      'Joins words, each with a capital.',
      (words) => words.map(capitalize).join(''),
      'FirstNameOfHttpServer',
    ),
    spelling(
      'snakeCase',
      'Joins words in small letters by underscores.',
      (words) => words.join('_'),
      'first_name_of_http_server',
    ),
    spelling(
      'kebabCase',
      'Joins words in small letters by hyphens.',
      (words) => words.join('-'),
      'first-name-of-http-server',
    ),
    {
      name: 'transliterate',
      description: 'Writes text of any script in Latin letters without accents, digits and signs of ASCII.',
      overloads: [
        overload([value], text, (input, run) => {
          run.spend(input.length >> 2);
          const written = anyAscii(input);
          run.checkText(written.length);
          return written;
        }),
      ],
      examples: [
        example("transliterate('Łukasz Straße')", 'Lukasz Strasse'),
        example("transliterate('Юлия')", 'Yuliya'),
      ],
    },
    {
      name: 'mask',
      description: 'Hides a text behind asterisks or the sign given, all of it or up to so many last characters.',
      overloads: [
        overload([value], text, (input, run) => mask(input, 0, '*', run)),
        overload([value, parameter('shown', integer)], text, (input, shown, run) => mask(input, shown, '*', run)),
        overload([value, parameter('shown', integer), parameter('sign', text)], text, mask),
      ],
      examples: [example("mask('4111111111111111', 4)", '************1111'), example("mask('abc', 0, '•')", '•••')],
    },
  ],
};
