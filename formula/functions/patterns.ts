import { FormulaError } from '../values/formula-error.ts';
import { compileRegex } from '../values/regex.ts';
import type { Evaluation } from '../values/evaluation.ts';
import { example, type FunctionFamily, overload, parameter } from './define.ts';
import { boolean, integer, list, text, texts } from './signature.ts';

const value = parameter('value', text);
const pattern = parameter('pattern', text);

/** Matching a regular expression costs about a hundred times as much as a fixed text. */
function pay(input: string, run: Evaluation): void {
  run.spend(2 + Math.ceil(input.length / 8));
}

function extract(input: string, source: string, group: number, run: Evaluation): string | null {
  pay(input, run);
  const matcher = compileRegex(source).matcher(input);
  if (!matcher.find()) return null;
  if (group < 0 || group > matcher.groupCount()) {
    throw new FormulaError('out_of_range', 'The pattern has no group with this number');
  }
  return matcher.group(group);
}

/** RE2 regular expressions, which take time in proportion to the text for every pattern. */
export const patterns: FunctionFamily = {
  name: 'Regular expressions',
  functions: [
    {
      name: 'matches',
      description: 'Whether a regular expression matches anywhere in a text; `^…$` matches the whole.',
      overloads: [
        overload([value, pattern], boolean, (input, source, run) => {
          pay(input, run);
          return compileRegex(source).test(input);
        }),
      ],
      examples: [example("'E-1042'.matches('^E-[0-9]+$')", true), example("matches('abc', 'x|y')", false)],
    },
    {
      name: 'extract',
      description: 'The first match of a regular expression, or one group of it; null if nothing matches.',
      overloads: [
        overload([value, pattern], text, (input, source, run) => {
          const hasGroup = compileRegex(source).groupCount() > 0;
          return extract(input, source, hasGroup ? 1 : 0, run);
        }),
        overload([value, pattern, parameter('group', integer)], text, extract),
      ],
      examples: [
        example("extract('id: 42', '[0-9]+')", '42'),
        example("extract('CN=Ada,OU=x', 'CN=([^,]*)')", 'Ada'),
        example("extract('abc', 'x')", null),
      ],
    },
    {
      name: 'extractAll',
      description: 'All matches of a regular expression.',
      overloads: [
        overload([value, pattern], texts, (input, source, run) => {
          pay(input, run);
          const matcher = compileRegex(source).matcher(input);
          const found: string[] = [];
          while (matcher.find()) found.push(matcher.group() ?? '');
          run.checkList(found.length);
          return found;
        }),
      ],
      examples: [example("extractAll('a1b22', '[0-9]+')", ['1', '22'])],
    },
    {
      name: 'replacePattern',
      description: 'Replaces every match of a regular expression; `$1` in the replacement inserts a group.',
      overloads: [
        overload([value, pattern, parameter('replacement', text)], text, (input, source, replacement, run) => {
          pay(input, run);
          run.checkText(input.length);
          const regex = compileRegex(source);
          const matcher = regex.matcher(input);
          let count = 0;
          while (matcher.find()) count += 1;
          // Each `$` may insert a whole group into the replacement.
          const references = replacement.split('$').length - 1;
          run.checkText(input.length * (references + 1) + count * replacement.length);
          return matcher.reset().replaceAll(replacement);
        }),
      ],
      examples: [example("replacePattern('2024-01-31', '([0-9]+)-([0-9]+)-([0-9]+)', '$3.$2.$1')", '31.01.2024')],
    },
    {
      name: 'splitPattern',
      description: 'Splits a text at every match of a regular expression.',
      overloads: [
        overload([value, pattern], list, (input, source, run) => {
          pay(input, run);
          const parts = compileRegex(source).split(input, -1);
          run.checkList(parts.length);
          return parts;
        }),
      ],
      examples: [example("splitPattern('a, b;c', '[,;] *')", ['a', 'b', 'c'])],
    },
  ],
};
