/**
 * The function library: one table that drives documentation, type checker, compiler and tests.
 *
 * A function is an entry in its family's file: a name, a sentence, its overloads and examples. An overload is made of
 * parameters, a result type and a pure function:
 *
 *     {
 *       name: 'startsWith',
 *       description: 'Whether a text starts with another.',
 *       overloads: [overload([parameter('value', text), parameter('start', text)], boolean, (value, start) => value.startsWith(start))],
 *       examples: [example("startsWith('ada@x.org', 'ada')", true)],
 *     }
 *
 * That is all: the compiler checks arguments by the parameter types of `signature.ts` before it calls, gives null where
 * one has no value (`nullable(…)` is for functions that want to see it), and pays for the length of texts and lists
 * given. A function that makes something larger than what it was given asks `run.checkText(length)` or
 * `run.checkList(length)` before, one that does more than linear work pays with `run.spend(steps)`. It throws a
 * `FormulaError` whose message shows no value of the record, and never changes its arguments.
 *
 * A new family is a file with a `FunctionFamily`, listed below.
 */
import type { FunctionEntry, FunctionFamily, Overload } from './define.ts';
import { bits } from './bits.ts';
import { conversions } from './conversions.ts';
import { dates } from './dates/dates.ts';
import { durations } from './dates/durations.ts';
import { openingHours } from './dates/opening-hours.ts';
import { decimals } from './decimals.ts';
import { encodings } from './encodings.ts';
import { hashes } from './hashes.ts';
import { identifiers } from './identifiers.ts';
import { lists } from './lists.ts';
import { networks } from './networks.ts';
import { numbers } from './numbers.ts';
import { objects } from './objects.ts';
import { patterns } from './patterns.ts';
import { people } from './people.ts';
import { records } from './records.ts';
import { describeSignatureType } from './signature.ts';
import { spellings } from './spellings.ts';
import { texts } from './texts.ts';
import { textParts } from './text-parts.ts';
import { types } from './types.ts';

export const functionFamilies: readonly FunctionFamily[] = [
  types,
  conversions,
  texts,
  textParts,
  spellings,
  patterns,
  numbers,
  bits,
  decimals,
  lists,
  objects,
  dates,
  durations,
  openingHours,
  encodings,
  records,
  hashes,
  identifiers,
  people,
  networks,
];

const byName: ReadonlyMap<string, FunctionEntry> = new Map(
  functionFamilies.flatMap(({ functions }) => functions.map((entry) => [entry.name, entry])),
);

export function findFunction(name: string): FunctionEntry | undefined {
  return byName.get(name);
}

export function functionNames(): Iterable<string> {
  return byName.keys();
}

/** Formats a signature: `replace(value: text, search: text, replacement: text) → text`. */
export function describeOverload(name: string, { parameters, isVariadic, result }: Overload): string {
  const described = parameters.map((one) => `${one.name}: ${describeSignatureType(one.type.type)}`).join(', ');
  return `${name}(${described}${isVariadic ? ', …' : ''}) → ${describeSignatureType(result)}`;
}
