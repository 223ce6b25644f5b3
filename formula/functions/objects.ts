import { parsePath } from '../../core/paths.ts';
import { depthMax, setMember } from '../canonical.ts';
import { FormulaError } from '../values/formula-error.ts';
import type { Evaluation } from '../values/evaluation.ts';
import { toText } from '../values/to-text.ts';
import { isList, isObject, type Maybe, readMember, type Value, type ValueObject } from '../values/value.ts';
import { example, type FunctionFamily, overload, parameter, variadic } from './define.ts';
import { any, list, nullable, object, text, texts } from './signature.ts';

const value = parameter('object', object);
const names = parameter('names', texts);

/** Charges for every member, because the size of an object is not known beforehand. */
function listMembers(input: ValueObject, run: Evaluation): [string, Value][] {
  const members = Object.entries(input);
  run.spendLength(members.length);
  return members;
}

function build(members: Iterable<readonly [string, Value]>): ValueObject {
  const built: ValueObject = {};
  for (const [name, member] of members) setMember(built, name, member);
  return built;
}

/** Members that are objects in both are merged recursively; of others the last one wins. */
function mergeDeep(inputs: readonly Maybe[], run: Evaluation, depth: number): ValueObject {
  if (depth > depthMax)
    throw new FormulaError('too_large', `Objects nested deeper than ${depthMax} levels cannot be merged`);
  const merged = new Map<string, Value>();
  for (const input of inputs) {
    if (!isObject(input)) continue;
    for (const [name, member] of listMembers(input, run)) {
      const known = merged.get(name);
      const isNested = isObject(known) && isObject(member);
      merged.set(name, isNested ? mergeDeep([known, member], run, depth + 1) : member);
    }
  }
  return build(merged);
}

/** Reads a computed path, in the syntax of `from` in a mapping. */
function readPath(input: ValueObject, path: string): Maybe {
  const parsed = parsePath(path);
  if (!parsed.ok) throw new FormulaError('invalid_argument', 'The text is not a path such as emails[0].value');
  return parsed.path.segments.reduce<Maybe>((at, segment) => readMember(at, segment), input);
}

function rename(input: ValueObject, newNames: ValueObject, run: Evaluation): ValueObject {
  return build(
    listMembers(input, run).map(([name, member]) => {
      const newName = readMember(newNames, name);
      return [typeof newName === 'string' ? newName : name, member];
    }),
  );
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
      description: 'The member names.',
      overloads: [overload([value], texts, (input, run) => listMembers(input, run).map(([name]) => name))],
      examples: [example('keys({"a": 1, "b": 2})', ['a', 'b'])],
    },
    {
      name: 'values',
      description: 'The member values.',
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
      description: 'Builds an object from entries, as `entries` returns them, or pairs; the last of equal names wins.',
      overloads: [overload([parameter('entries', list)], object, (entries) => build(entries.map(readEntry)))],
      examples: [example("fromEntries([['a', 1], {'key': 'b', 'value': 2}])", { a: 1, b: 2 })],
    },
    {
      name: 'get',
      description: 'The member of a computed name, or a default.',
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
      description: 'The object with only the given members.',
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
      description: 'The object without the given members.',
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
      description: 'Merges objects; the last of equal names wins.',
      overloads: [
        variadic(parameter('object', nullable(object)), object, (inputs, run) =>
          build(inputs.flatMap((input) => (isObject(input) ? listMembers(input, run) : []))),
        ),
      ],
      examples: [example('merge({"a": 1, "b": 1}, missing, {"b": 2})', { a: 1, b: 2 })],
    },
    {
      name: 'mergeDeep',
      description: 'Merges objects recursively; the last of equal names wins.',
      overloads: [variadic(parameter('object', nullable(object)), object, (inputs, run) => mergeDeep(inputs, run, 1))],
      examples: [example('mergeDeep({"a": {"x": 1, "y": 1}}, {"a": {"y": 2}, "b": 3})', { a: { x: 1, y: 2 }, b: 3 })],
    },
    {
      name: 'renameMembers',
      description: 'Renames members; the last of equal names wins.',
      overloads: [overload([value, parameter('names', object)], object, rename)],
      examples: [example('renameMembers({"a": 1, "b": 2}, {"a": "x"})', { x: 1, b: 2 })],
    },
    {
      name: 'getPath',
      description: 'The value at a computed path.',
      overloads: [overload([value, parameter('path', text)], any, readPath)],
      examples: [example("getPath({'emails': [{'value': 'a@b.c'}]}, 'emails[0].value')", 'a@b.c')],
    },
    {
      name: 'compactObject',
      description: 'The object without null members.',
      overloads: [
        overload([value], object, (input, run) =>
          build(listMembers(input, run).filter(([, member]) => member !== null)),
        ),
      ],
      examples: [example('compactObject({"a": 1, "b": null})', { a: 1 })],
    },
    {
      name: 'invert',
      description: 'Swaps member names and values.',
      overloads: [
        overload([value], object, (input, run) =>
          build(listMembers(input, run).map(([name, member]) => [toText(member), name])),
        ),
      ],
      examples: [example('invert({"a": "x", "b": 2})', { x: 'a', 2: 'b' })],
    },
  ],
};
