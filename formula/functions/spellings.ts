import { countCharacters, lastCharacters } from '../values/characters.ts';
import { FormulaError } from '../values/formula-error.ts';
import { anyAscii } from '../values/large-libraries.ts';
import type { Evaluation } from '../values/evaluation.ts';
import { example, type FunctionEntry, type FunctionFamily, overload, parameter } from './define.ts';
import { integer, text } from './signature.ts';

const value = parameter('value', text);

/** Splits text into words as in identifiers: `createdAt`, `created_at` and `HTTPServer` are of two each. */
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

function mask(input: string, shown: number, sign: string, run: Evaluation): string {
  if (shown < 0) throw new FormulaError('out_of_range', 'The number of visible characters must be 0 or more');
  const hidden = Math.max(0, countCharacters(input) - shown);
  run.checkText(hidden * sign.length + shown);
  return sign.repeat(hidden) + lastCharacters(input, shown);
}

/** Naming conventions and masking. */
export const spellings: FunctionFamily = {
  name: 'Spellings',
  functions: [
    spelling(
      'camelCase',
      'Converts to camelCase.',
      ([first = '', ...rest]) => {
        return first + rest.map(capitalize).join('');
      },
      'firstNameOfHttpServer',
    ),
    spelling(
      'pascalCase',
      'Converts to PascalCase.',
      (words) => words.map(capitalize).join(''),
      'FirstNameOfHttpServer',
    ),
    spelling('snakeCase', 'Converts to snake_case.', (words) => words.join('_'), 'first_name_of_http_server'),
    spelling('kebabCase', 'Converts to kebab-case.', (words) => words.join('-'), 'first-name-of-http-server'),
    {
      name: 'transliterate',
      description: 'Transliterates text of any script to ASCII.',
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
      description: 'Masks a text with asterisks or the given character, optionally keeping the last characters.',
      overloads: [
        overload([value], text, (input, run) => mask(input, 0, '*', run)),
        overload([value, parameter('shown', integer)], text, (input, shown, run) => mask(input, shown, '*', run)),
        overload([value, parameter('shown', integer), parameter('sign', text)], text, mask),
      ],
      examples: [example("mask('4111111111111111', 4)", '************1111'), example("mask('abc', 0, '•')", '•••')],
    },
  ],
};
