import { countCharacters } from '../values/characters.ts';
import { isList, isObject, type Maybe, typeOfValue } from '../values/value.ts';
import { example, type FunctionFamily, overload, parameter, variadic } from './define.ts';
import { any, boolean, item, list, nullable, number, object, text } from './signature.ts';

const anything = [parameter('value', nullable(any))] as const;

function isEmpty(value: Maybe): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (isList(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** Types, defaults and choices. */
export const types: FunctionFamily = {
  name: 'Types and absence',
  functions: [
    {
      name: 'type',
      description: 'Names the type: null, boolean, number, text, list, object, timestamp, duration or decimal.',
      overloads: [overload(anything, text, typeOfValue)],
      examples: [example('type(1)', 'number'), example('type(missing)', 'null'), example('type([])', 'list')],
    },
    {
      name: 'dyn',
      description: 'Gives a value unchanged, and keeps the type check from looking at it.',
      overloads: [overload(anything, any, (value) => value)],
      examples: [example('dyn(1)', 1)],
    },
    {
      name: 'isText',
      description: 'Whether a value is text.',
      overloads: [overload(anything, boolean, (value) => typeof value === 'string')],
      examples: [example("isText('a')", true), example('isText(1)', false)],
    },
    {
      name: 'isNumber',
      description: 'Whether a value is a number.',
      overloads: [overload(anything, boolean, (value) => typeof value === 'number')],
      examples: [example('isNumber(1.5)', true), example("isNumber('1.5')", false)],
    },
    {
      name: 'isBoolean',
      description: 'Whether a value is true or false.',
      overloads: [overload(anything, boolean, (value) => typeof value === 'boolean')],
      examples: [example('isBoolean(false)', true), example('isBoolean(null)', false)],
    },
    {
      name: 'isList',
      description: 'Whether a value is a list.',
      overloads: [overload(anything, boolean, isList)],
      examples: [example('isList([])', true), example('isList({})', false)],
    },
    {
      name: 'isObject',
      description: 'Whether a value is an object.',
      overloads: [overload(anything, boolean, isObject)],
      examples: [example('isObject({})', true), example('isObject(null)', false)],
    },
    {
      name: 'isEmpty',
      description: 'Whether there is no value, or it is an empty text, list or object.',
      overloads: [overload(anything, boolean, isEmpty)],
      examples: [example("isEmpty('')", true), example('isEmpty(missing)', true), example('isEmpty(0)', false)],
    },
    {
      name: 'coalesce',
      description: 'The first of its arguments that has a value.',
      overloads: [
        variadic(parameter('value', nullable(item)), item, (values) => values.find((value) => value !== null) ?? null),
      ],
      examples: [example('coalesce(nick, first, "?")', 'Ada', { first: 'Ada' }), example('coalesce(null)', null)],
    },
    {
      name: 'firstNonEmpty',
      description: 'The first of its arguments that is neither without value nor an empty text, list or object.',
      overloads: [
        variadic(parameter('value', nullable(item)), item, (values) => values.find((value) => !isEmpty(value)) ?? null),
      ],
      examples: [example('firstNonEmpty("", missing, "x")', 'x')],
    },
    {
      name: 'size',
      description: 'Counts the characters of a text, the items of a list or the members of an object.',
      overloads: [
        overload([parameter('value', text)], number, (value) => countCharacters(value)),
        overload([parameter('value', list)], number, (value) => value.length),
        overload([parameter('value', object)], number, (value, run) => {
          const { length } = Object.keys(value);
          run.spendLength(length);
          return length;
        }),
      ],
      examples: [example("size('größe')", 5), example('[1, 2].size()', 2), example('size({"a": 1})', 1)],
    },
  ],
};
