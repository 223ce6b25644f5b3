import { toCharacters } from '../values/characters.ts';
import { FormulaError } from '../values/formula-error.ts';
import { isEqual } from '../values/equality.ts';
import type { Evaluation } from '../values/evaluation.ts';
import { formatText, quoteText } from '../values/format-text.ts';
import { toText } from '../values/to-text.ts';
import type { Maybe } from '../values/value.ts';
import { example, type FunctionFamily, overload, parameter, variadic } from './define.ts';
import { trimText } from '../values/trim.ts';
import { any, boolean, integer, list, nullable, text, texts as textList } from './signature.ts';

const value = parameter('value', text);

/** ASCII letters only. */
function mapAscii(input: string, pattern: RegExp, change: (letters: string) => string): string {
  return input.replace(pattern, change);
}

function toTitle(input: string): string {
  return input.toLowerCase().replace(/(^|[^\p{L}\p{N}\p{M}'’])(\p{L})/gu, (_, before: string, letter: string) => {
    return before + letter.toUpperCase();
  });
}

function removeAccents(input: string): string {
  return input
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC');
}

function joinTexts(values: readonly Maybe[], separator: string, run: Evaluation): string {
  let joined = '';
  let isFirst = true;
  for (const one of values) {
    if (one === null || one === undefined) continue;
    const part = typeof one === 'string' ? one : toText(one);
    joined = isFirst ? part : joined + separator + part;
    isFirst = false;
    run.checkLength(joined.length);
  }
  run.checkText(joined.length);
  return joined;
}

function replace(input: string, search: string, replacement: string, limit: number, run: Evaluation): string {
  if (limit === 0) return input;
  const parts = splitAt(input, search, limit < 0 ? -1 : limit + 1, run);
  run.checkText(input.length + (parts.length - 1) * (replacement.length + 1));
  // Text also starts with an empty search, which `split` does not handle.
  if (search !== '') return parts.join(replacement);
  const characters = toCharacters(input);
  const count = limit < 0 ? characters.length + 1 : Math.min(limit, characters.length + 1);
  run.checkText(input.length + count * replacement.length);
  const head = characters.slice(0, count).map((character) => replacement + character);
  const tail = count > characters.length ? replacement : '';
  return [...head, ...characters.slice(count), tail].join('');
}

function splitAt(input: string, separator: string, limit: number, run: Evaluation): string[] {
  if (limit === 0) return [];
  run.spendSearch(input.length, separator.length);
  const parts = separator === '' ? toCharacters(input) : input.split(separator);
  if (limit < 0 || parts.length <= limit) return parts;
  return [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)];
}

/** Functions over texts as a whole. */
export const texts: FunctionFamily = {
  name: 'Text',
  functions: [
    {
      name: 'lower',
      description: 'Converts to lower case, independent of locale.',
      overloads: [overload([value], text, (input) => input.toLowerCase())],
      examples: [example("lower('ÄB')", 'äb')],
    },
    {
      name: 'upper',
      description: 'Converts to upper case, independent of locale.',
      overloads: [overload([value], text, (input) => input.toUpperCase())],
      examples: [example("upper('äb')", 'ÄB')],
    },
    {
      name: 'lowerAscii',
      description: 'Converts the letters A–Z to lower case.',
      overloads: [overload([value], text, (input) => mapAscii(input, /[A-Z]+/g, (letters) => letters.toLowerCase()))],
      examples: [example("'ÄB'.lowerAscii()", 'Äb')],
    },
    {
      name: 'upperAscii',
      description: 'Converts the letters a–z to upper case.',
      overloads: [overload([value], text, (input) => mapAscii(input, /[a-z]+/g, (letters) => letters.toUpperCase()))],
      examples: [example("'äb'.upperAscii()", 'äB')],
    },
    {
      name: 'title',
      description: 'Capitalizes every word and lower-cases the rest.',
      overloads: [overload([value], text, toTitle)],
      examples: [example("title('ada KING-noel')", 'Ada King-Noel')],
    },
    {
      name: 'capitalize',
      description: 'Capitalizes the first letter.',
      overloads: [overload([value], text, (input) => input.replace(/^./u, (letter) => letter.toUpperCase()))],
      examples: [example("capitalize('ada L')", 'Ada L')],
    },
    {
      name: 'trim',
      description: 'Removes white space at both ends.',
      overloads: [overload([value], text, (input) => trimText(input, true, true))],
      examples: [example("trim(' a b ')", 'a b')],
    },
    {
      name: 'trimStart',
      description: 'Removes white space at the start.',
      overloads: [overload([value], text, (input) => trimText(input, true, false))],
      examples: [example("trimStart(' a ')", 'a ')],
    },
    {
      name: 'trimEnd',
      description: 'Removes white space at the end.',
      overloads: [overload([value], text, (input) => trimText(input, false, true))],
      examples: [example("trimEnd(' a ')", ' a')],
    },
    {
      name: 'collapseSpaces',
      description: 'Trims white space and replaces every run of it by one space.',
      overloads: [overload([value], text, (input) => input.trim().replace(/\s+/g, ' '))],
      examples: [example("collapseSpaces('  a \\n b ')", 'a b')],
    },
    {
      name: 'removeAccents',
      description: 'Removes accents from letters.',
      overloads: [overload([value], text, removeAccents)],
      examples: [example("removeAccents('Zoë Müller')", 'Zoe Muller')],
    },
    {
      name: 'slug',
      description: 'Converts to a URL slug: lower-case letters and digits, joined by hyphens.',
      overloads: [
        overload([value], text, (input) =>
          removeAccents(input)
            .toLowerCase()
            .replace(/[^\p{L}\p{N}]+/gu, '-')
            .replace(/^-|-$/g, ''),
        ),
      ],
      examples: [example("slug('Zoë & Co. (Berlin)')", 'zoe-co-berlin')],
    },
    {
      name: 'concat',
      description: 'Joins the texts of its arguments, skipping null.',
      overloads: [variadic(parameter('value', nullable(any)), text, (values, run) => joinTexts(values, '', run))],
      examples: [example("concat('a', 1, missing, true)", 'a1true')],
    },
    {
      name: 'join',
      description: 'Joins the texts of a list, skipping null.',
      overloads: [
        overload([parameter('list', list)], text, (values, run) => joinTexts(values, '', run)),
        overload([parameter('list', list), parameter('separator', text)], text, joinTexts),
      ],
      examples: [example("['a', null, 'b'].join(', ')", 'a, b'), example('join([1, 2])', '12')],
    },
    {
      name: 'split',
      description:
        'Splits a text at every separator, optionally into a maximum number of parts; an empty separator splits characters.',
      overloads: [
        overload([value, parameter('separator', text)], textList, (input, separator, run) =>
          splitAt(input, separator, -1, run),
        ),
        overload([value, parameter('separator', text), parameter('limit', integer)], textList, splitAt),
      ],
      examples: [example("split('a-b-c', '-')", ['a', 'b', 'c']), example("'a-b-c'.split('-', 2)", ['a', 'b-c'])],
    },
    {
      name: 'replace',
      description: 'Replaces a part of a text, everywhere or at most the given number of times.',
      overloads: [
        overload([value, parameter('search', text), parameter('replacement', text)], text, (input, search, by, run) =>
          replace(input, search, by, -1, run),
        ),
        overload(
          [value, parameter('search', text), parameter('replacement', text), parameter('limit', integer)],
          text,
          replace,
        ),
      ],
      examples: [example("replace('a-b-c', '-', '+')", 'a+b+c'), example("replace('a-b-c', '-', '+', 1)", 'a+b-c')],
    },
    {
      name: 'contains',
      description: 'Whether a text contains a part, or a list an item.',
      overloads: [
        overload([value, parameter('part', text)], boolean, (input, part, run) => {
          run.spendSearch(input.length, part.length);
          return input.includes(part);
        }),
        overload([parameter('list', list), parameter('item', any)], boolean, (values, wanted, run) =>
          values.some((one) => isEqual(one, wanted, run)),
        ),
      ],
      examples: [example("contains('abc', 'bc')", true), example('[1, 2].contains(3)', false)],
    },
    {
      name: 'startsWith',
      description: 'Whether a text starts with another.',
      overloads: [overload([value, parameter('start', text)], boolean, (input, start) => input.startsWith(start))],
      examples: [example("'abc'.startsWith('ab')", true)],
    },
    {
      name: 'endsWith',
      description: 'Whether a text ends with another.',
      overloads: [overload([value, parameter('end', text)], boolean, (input, end) => input.endsWith(end))],
      examples: [example("'abc'.endsWith('ab')", false)],
    },
    {
      name: 'equalsIgnoreCase',
      description: 'Whether two texts are equal, ignoring case.',
      overloads: [overload([value, parameter('other', text)], boolean, (a, b) => a.toLowerCase() === b.toLowerCase())],
      examples: [example("equalsIgnoreCase('Ada', 'ADA')", true)],
    },
    {
      name: 'format',
      description: 'Formats values into a text: %s, %d, %.2f, %e, %b, %o, %x and %% for a percent sign.',
      overloads: [overload([value, parameter('values', list)], text, formatText)],
      examples: [example("'%s has %d (%.1f%%)'.format(['Ada', 3, 12.34])", 'Ada has 3 (12.3%)')],
    },
    {
      name: 'strings.quote',
      description: 'Formats a text as a literal of the language.',
      overloads: [
        overload([value], text, (input, run) => {
          const quoted = quoteText(input);
          run.checkText(quoted.length);
          return quoted;
        }),
      ],
      examples: [example('strings.quote(\'a\\n"b"\')', '"a\\n\\"b\\""')],
    },
    {
      name: 'repeat',
      description: 'Repeats a text.',
      overloads: [
        overload([value, parameter('count', integer)], text, (input, count, run) => {
          if (count < 0) throw new FormulaError('out_of_range', 'The number of repetitions must be 0 or more');
          run.checkText(input.length * count);
          return input.repeat(count);
        }),
      ],
      examples: [example("repeat('ab', 3)", 'ababab')],
    },
  ],
};
