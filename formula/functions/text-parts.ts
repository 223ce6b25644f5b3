import {
  countCharacters,
  cutCharacters,
  findCharacters,
  findLastCharacters,
  hasCharacters,
  lastCharacters,
  sliceCharacters,
  toCharacters,
} from '../values/characters.ts';
import { isEqual } from '../values/equality.ts';
import { FormulaError } from '../values/formula-error.ts';
import type { Evaluation } from '../values/evaluation.ts';
import { example, type FunctionFamily, overload, parameter } from './define.ts';
import { any, integer, items, list, number, text, texts } from './signature.ts';

const value = parameter('value', text);
const separator = parameter('separator', text);
const length = parameter('length', integer);

function checkPosition(position: number, input: string): void {
  if (position >= 0 && hasCharacters(input, position)) return;
  throw new FormulaError('out_of_range', 'The position is outside the text');
}

function substring(input: string, start: number, end: number): string {
  const part = cutCharacters(input, start, end);
  if (part === undefined) throw new FormulaError('out_of_range', 'The range is outside the text');
  return part;
}

function pad(input: string, width: number, fill: string, run: Evaluation): string {
  const missing = width - countCharacters(input);
  if (missing <= 0 || fill === '') return '';
  run.checkText(input.length + missing * fill.length);
  return sliceCharacters(fill.repeat(Math.ceil(missing / countCharacters(fill))), 0, missing);
}

const padding = [value, length, parameter('fill', text)] as const;

/** Functions over parts of texts. Positions count characters from 0. */
export const textParts: FunctionFamily = {
  name: 'Parts of text',
  functions: [
    {
      name: 'charAt',
      description: 'The character at a position; empty at the end.',
      overloads: [
        overload([value, parameter('position', integer)], text, (input, position) => {
          checkPosition(position, input);
          return sliceCharacters(input, position, position + 1);
        }),
      ],
      examples: [example("'abc'.charAt(1)", 'b'), example("'abc'.charAt(3)", '')],
    },
    {
      name: 'indexOf',
      description: 'The first position of a part of a text, or of an item of a list; -1 if not found.',
      overloads: [
        overload([value, parameter('part', text)], number, (input, part, run) => findCharacters(input, part, 0, run)),
        overload([value, parameter('part', text), parameter('from', integer)], number, (input, part, from, run) => {
          checkPosition(from, input);
          return findCharacters(input, part, from, run);
        }),
        overload([parameter('list', list), parameter('item', any)], number, (values, wanted, run) =>
          values.findIndex((one) => isEqual(one, wanted, run)),
        ),
      ],
      examples: [
        example("'banana'.indexOf('an')", 1),
        example("'banana'.indexOf('an', 2)", 3),
        example('[5].indexOf(6)', -1),
      ],
    },
    {
      name: 'lastIndexOf',
      description: 'The last position of a part of a text, optionally up to a position; -1 if not found.',
      overloads: [
        overload([value, parameter('part', text)], number, (input, part, run) =>
          findLastCharacters(input, part, undefined, run),
        ),
        overload([value, parameter('part', text), parameter('to', integer)], number, (input, part, to, run) => {
          checkPosition(to, input);
          return findLastCharacters(input, part, to, run);
        }),
      ],
      examples: [example("'banana'.lastIndexOf('an')", 3), example("'banana'.lastIndexOf('an', 2)", 1)],
    },
    {
      name: 'substring',
      description: 'The part from a position to the end, or up to, not including, another position.',
      overloads: [
        overload([value, parameter('start', integer)], text, (input, start) => {
          checkPosition(start, input);
          return sliceCharacters(input, start, input.length);
        }),
        overload([value, parameter('start', integer), parameter('end', integer)], text, substring),
      ],
      examples: [example("'tacocat'.substring(4)", 'cat'), example("'tacocat'.substring(0, 4)", 'taco')],
    },
    {
      name: 'left',
      description: 'The first characters, at most the given count.',
      overloads: [overload([value, length], text, (input, count) => sliceCharacters(input, 0, Math.max(0, count)))],
      examples: [example("left('abc', 2)", 'ab'), example("left('abc', 9)", 'abc')],
    },
    {
      name: 'right',
      description: 'The last characters, at most the given count.',
      overloads: [overload([value, length], text, lastCharacters)],
      examples: [example("right('abc', 2)", 'bc'), example("right('abc', 0)", '')],
    },
    {
      name: 'before',
      description: 'The part before the first separator; the whole text if there is none.',
      overloads: [
        overload([value, separator], text, (input, mark, run) => {
          run.spendSearch(input.length, mark.length);
          const at = input.indexOf(mark);
          return at === -1 ? input : input.slice(0, at);
        }),
      ],
      examples: [example("before('ada@x.org', '@')", 'ada'), example("before('ada', '@')", 'ada')],
    },
    {
      name: 'after',
      description: 'The part after the first separator; empty if there is none.',
      overloads: [
        overload([value, separator], text, (input, mark, run) => {
          run.spendSearch(input.length, mark.length);
          const at = input.indexOf(mark);
          return at === -1 ? '' : input.slice(at + mark.length);
        }),
      ],
      examples: [example("after('ada@x.org', '@')", 'x.org'), example("after('ada', '@')", '')],
    },
    {
      name: 'removePrefix',
      description: 'Removes a prefix, if present.',
      overloads: [
        overload([value, parameter('prefix', text)], text, (input, prefix) =>
          input.startsWith(prefix) ? input.slice(prefix.length) : input,
        ),
      ],
      examples: [example("removePrefix('CN=ada', 'CN=')", 'ada')],
    },
    {
      name: 'removeSuffix',
      description: 'Removes a suffix, if present.',
      overloads: [
        overload([value, parameter('suffix', text)], text, (input, suffix) =>
          input.endsWith(suffix) ? input.slice(0, input.length - suffix.length) : input,
        ),
      ],
      examples: [example("removeSuffix('ada.txt', '.txt')", 'ada')],
    },
    {
      name: 'truncate',
      description: 'Shortens a text to the given length, ending in an ellipsis.',
      overloads: [
        overload([value, length], text, (input, width) => {
          if (countCharacters(input) <= width) return input;
          return width <= 0 ? '' : `${sliceCharacters(input, 0, width - 1)}…`;
        }),
      ],
      examples: [example("truncate('abcdef', 4)", 'abc…'), example("truncate('abc', 4)", 'abc')],
    },
    {
      name: 'padStart',
      description: 'Pads a text at the start, with spaces or another text.',
      overloads: [
        overload([value, length], text, (input, width, run) => pad(input, width, ' ', run) + input),
        overload(padding, text, (input, width, fill, run) => pad(input, width, fill, run) + input),
      ],
      examples: [example("padStart('7', 3, '0')", '007'), example("padStart('abcd', 3)", 'abcd')],
    },
    {
      name: 'padEnd',
      description: 'Pads a text at the end, with spaces or another text.',
      overloads: [
        overload([value, length], text, (input, width, run) => input + pad(input, width, ' ', run)),
        overload(padding, text, (input, width, fill, run) => input + pad(input, width, fill, run)),
      ],
      examples: [example("padEnd('7', 3, '.')", '7..')],
    },
    {
      name: 'reverse',
      description: 'Reverses the characters of a text or the items of a list.',
      overloads: [
        overload([value], text, (input) => toCharacters(input).toReversed().join('')),
        overload([parameter('list', items)], items, (values) => values.toReversed()),
      ],
      examples: [example("reverse('abc')", 'cba'), example('[1, 2].reverse()', [2, 1])],
    },
    {
      name: 'words',
      description: 'The words of a text: runs of letters, digits, marks and apostrophes.',
      overloads: [overload([value], texts, (input) => input.match(/[\p{L}\p{N}\p{M}'’]+/gu) ?? [])],
      examples: [example("words('Ada, King of L.')", ['Ada', 'King', 'of', 'L'])],
    },
    {
      name: 'initials',
      description: 'The initials of the words of a text, in capitals.',
      overloads: [
        overload([value], text, (input) =>
          (input.match(/[\p{L}\p{N}\p{M}'’]+/gu) ?? [])
            .map((word) => sliceCharacters(word, 0, 1).toUpperCase())
            .join(''),
        ),
      ],
      examples: [example("initials('ada king lovelace')", 'AKL')],
    },
    {
      name: 'lines',
      description: 'The lines of a text.',
      overloads: [overload([value], texts, (input) => input.split(/\r\n|\n|\r/))],
      examples: [example("lines('a\\r\\nb')", ['a', 'b'])],
    },
  ],
};
