import fc from 'fast-check';
import type { JsonObject } from '../../core/json.ts';
import { functionFamilies } from '../../formula/index.ts';

/** Names of fields and members, those of what all objects share among them. */
const names = ['a', 'b', 'items', 'name', 'length', '__proto__', 'constructor', 'toString', 'prototype', 'then'];

const texts = [
  '',
  'a',
  'größe',
  '😀x',
  '2024-02-29',
  '2024-01-31T10:00:00Z',
  '1h',
  '12.5',
  '{"a":[1]}',
  '(a+)+$',
  '%s',
  '$1',
];
const numbers = ['0', '1', '2', '-1', '2.5', '1e9', '9007199254740991', '100000'];
const operators = ['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', 'in', '&&', '||', '??'];
const functions = functionFamilies.flatMap(({ functions: entries }) =>
  entries.flatMap(({ name, overloads }) => overloads.map(({ parameters }) => ({ name, count: parameters.length }))),
);
const macroCalls = ['all', 'exists', 'exists_one', 'map', 'filter', 'sortBy', 'groupBy'];
const keyedMacroCalls = ['all', 'exists', 'transformList', 'transformMap', 'transformMapEntry'];

function quote(text: string): string {
  return JSON.stringify(text);
}

const leaf = fc.oneof(
  fc.constantFrom(...names.slice(0, 5), 'x', 'i', '`constructor`', '`__proto__`'),
  fc.constantFrom(...numbers),
  fc.constantFrom(...texts).map(quote),
  fc.string({ unit: 'binary', maxLength: 8 }).map(quote),
  fc.constantFrom('true', 'false', 'null', '[]', '{}', 'now()'),
);

/** Formulas that parse, with every function, macro and operator, most of them wrong in some way. */
export const program = fc.letrec<{ expression: string }>((tie) => {
  // `dyn` hides a type from the check, so that most formulas are evaluated.
  const inner = fc
    .tuple(tie('expression'), fc.integer({ min: 0, max: 9 }))
    .map(([text, dice]) => (dice < 8 ? `dyn(${text})` : text));
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      leaf,
      fc.tuple(inner, fc.constantFrom(...operators), inner).map((parts) => `(${parts.join(' ')})`),
      fc.tuple(fc.constantFrom('!', '-'), inner).map(([sign, operand]) => `${sign}(${operand})`),
      fc.tuple(inner, inner, inner).map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
      fc.tuple(inner, fc.constantFrom(...names)).map(([target, name]) => `(${target}).\`${name}\``),
      fc.tuple(inner, inner).map(([target, index]) => `(${target})[${index}]`),
      fc.array(inner, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
      fc.array(fc.tuple(fc.constantFrom(...names), inner), { maxLength: 3 }).map(toObject),
      fc.tuple(fc.constantFrom(...functions), fc.array(inner, { minLength: 4, maxLength: 4 })).map(toCall),
      fc
        .tuple(inner, fc.constantFrom(...macroCalls), inner)
        .map(([list, name, body]) => `(${list}).${name}(x, ${body})`),
      fc
        .tuple(inner, fc.constantFrom(...keyedMacroCalls), inner)
        .map(([list, name, body]) => `(${list}).${name}(i, x, ${body})`),
      fc.tuple(inner, inner).map(([value, body]) => `cel.bind(x, ${value}, ${body})`),
      fc.tuple(inner, fc.constantFrom(...names)).map(([target, name]) => `has((${target}).\`${name}\`)`),
    ),
  };
}).expression;

function toObject(entries: readonly (readonly [string, string])[]): string {
  const members = new Map(entries);
  return `{${[...members].map(([name, value]) => `${quote(name)}: ${value}`).join(', ')}}`;
}

function toCall([{ name, count }, args]: readonly [{ name: string; count: number }, readonly string[]]): string {
  return `${name}(${args.slice(0, count).join(', ')})`;
}

/** Records with members of such names, as own members of plain objects. */
export const record = fc
  .dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 })
  .map((value): JsonObject => JSON.parse(JSON.stringify(value)));
