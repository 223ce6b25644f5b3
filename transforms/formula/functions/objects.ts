import { setMember } from '../../canonical.ts';
import { FormulaError } from '../values/formula-error.ts';
import type { Run } from '../values/run.ts';
import { toText } from '../values/to-text.ts';
import { isList, isObject, readMember, type Value, type ValueObject } from '../values/value.ts';
import { example, type FunctionFamily, overload, parameter, variadic } from './define.ts';
import { any, list, nullable, object, text, texts } from './signature.ts';

const value = parameter('object', object);
const names = parameter('names', texts);

/** Pays for every member, since objects have no length to see. */
function listMembers(input: ValueObject, run: Run): [string, Value][] {
  const members = Object.entries(input);
  run.spendLength(members.length);
  return members;
}

function build(members: Iterable<readonly [string, Value]>): ValueObject {
  const built: ValueObject = {};
  for (const [name, member] of members) setMember(built, name, member);
  return built;
}

function readEntry(entry: Value): [string, Value] {
  if (isList(entry) && typeof entry[0] === 'string') return [entry[0], entry[1] ?? null];
  if (isObject(entry)) {
    const name = readMember(entry, 'key');
    if (typeof name === 'string') return [name, readMember(entry, 'value') ?? null];
  }
  throw new FormulaError('type_mismatch', 'Expected entries such as {"key": text, "value": any} or [text, any]');
}

/** Functions over objects; `transformMap` and `transformMapEntry` are macros, `"name" in object` is an operator. */
export const objects: FunctionFamily = {
  name: 'Objects',
  functions: [
    {
      name: 'keys',
      description: 'The names of the members.',
      overloads: [overload([value], texts, (input, run) => listMembers(input, run).map(([name]) => name))],
      examples: [example('keys({"a": 1, "b": 2})', ['a', 'b'])],
    },
    {
      name: 'values',
      description: 'The values of the members.',
      overloads: [overload([value], list, (input, run) => listMembers(input, run).map(([, member]) => member))],
      examples: [example('values({"a": 1, "b": 2})', [1, 2])],
    },
    {
      name: 'entries',
      description: 'The members as a list of objects with `key` and `value`.',
      overloads: [
        overload([value], list, (input, run) =>
          listMembers(input, run).map(([key, member]): Value => ({ key, value: member })),
        ),
      ],
      examples: [example('entries({"a": 1})', [{ key: 'a', value: 1 }])],
    },
    {
      name: 'fromEntries',
      description: 'An object of entries, the last of equal names counting: what `entries` gives, or pairs.',
      overloads: [overload([parameter('entries', list)], object, (entries) => build(entries.map(readEntry)))],
      examples: [example("fromEntries([['a', 1], {'key': 'b', 'value': 2}])", { a: 1, b: 2 })],
    },
    {
      name: 'get',
      description: 'The member of a name that is worked out, or what stands in for it.',
      overloads: [
        overload([value, parameter('name', text)], any, (input, name) => readMember(input, name)),
        overload(
          [value, parameter('name', text), parameter('other', nullable(any))],
          any,
          (input, name, other) => readMember(input, name) ?? other,
        ),
      ],
      examples: [example('get({"a": 1}, "a")', 1), example("{'DE': 'Germany'}.get('FR', '?')", '?')],
    },
    {
      name: 'pick',
      description: 'The object with these members only.',
      overloads: [
        overload([value, names], object, (input, wanted, run) => {
          const set = new Set(wanted);
          return build(listMembers(input, run).filter(([name]) => set.has(name)));
        }),
      ],
      examples: [example('pick({"a": 1, "b": 2}, ["b", "c"])', { b: 2 })],
    },
    {
      name: 'omit',
      description: 'The object without these members.',
      overloads: [
        overload([value, names], object, (input, unwanted, run) => {
          const set = new Set(unwanted);
          return build(listMembers(input, run).filter(([name]) => !set.has(name)));
        }),
      ],
      examples: [example('omit({"a": 1, "b": 2}, ["b"])', { a: 1 })],
    },
    {
      name: 'merge',
      description: 'One object of the members of all; of equal names the last counts.',
      overloads: [
        variadic(parameter('object', nullable(object)), object, (inputs, run) =>
          build(inputs.flatMap((input) => (isObject(input) ? listMembers(input, run) : []))),
        ),
      ],
      examples: [example('merge({"a": 1, "b": 1}, missing, {"b": 2})', { a: 1, b: 2 })],
    },
    {
      name: 'compactObject',
      description: 'The object without members that have no value.',
      overloads: [
        overload([value], object, (input, run) =>
          build(listMembers(input, run).filter(([, member]) => member !== null)),
        ),
      ],
      examples: [example('compactObject({"a": 1, "b": null})', { a: 1 })],
    },
    {
      name: 'invert',
      description: 'An object whose names are the texts of the values, and the other way round.',
      overloads: [
        overload([value], object, (input, run) =>
          build(listMembers(input, run).map(([name, member]) => [toText(member), name])),
        ),
      ],
      examples: [example('invert({"a": "x", "b": 2})', { x: 'a', 2: 'b' })],
    },
  ],
};
