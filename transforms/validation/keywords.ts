import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { toDate, toInstant } from '../../formula/calendar.ts';
import { FormulaError } from '../../formula/values/formula-error.ts';
import { compileRegex } from '../../formula/values/regex.ts';
import { toEmail } from '../../formula/read-text.ts';
import { type Check, descend } from './check.ts';

/** Context for compiling keywords. */
export interface Compiling {
  compile(part: Json | undefined, at: string): Check;
  /** Compiles another part of the schema. */
  refer(reference: string, at: string): Check;
  refuse(at: string, message: string): undefined;
}

/** Compiles one keyword of a schema; nothing if another keyword covers it or it was rejected. */
type Keyword = (value: Json, at: string, compiling: Compiling, schema: JsonObject) => Check | undefined;

/** Annotations: they do not affect validity. */
export const annotations: ReadonlySet<string> = new Set(
  '$schema $comment $defs definitions title description default examples deprecated readOnly writeOnly'.split(' '),
);

const types: Readonly<Record<string, (value: Json) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  string: (value) => typeof value === 'string',
  array: (value) => Array.isArray(value),
  object: isJsonObject,
};

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => text.length === 10 && toDate(text) !== undefined,
  'date-time': (text) => text.length > 10 && toInstant(text) !== undefined,
  email: (text) => toEmail(text) !== undefined,
  uuid: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  uri: (text) => URL.canParse(text),
};

export const keywords: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['$ref', (value, at, { refer }) => refer(typeof value === 'string' ? value : '', at)],
  ['type', compileType],
  [
    'enum',
    (value, at, { refuse }) => {
      if (!Array.isArray(value)) return refuse(at, 'Must be a list of values.');
      const allowed = new Set(value.map(canonicalJson));
      return test((given) => allowed.has(canonicalJson(given)), 'is not one of the allowed values');
    },
  ],
  [
    'const',
    (value) => {
      const wanted = canonicalJson(value);
      return test((given) => canonicalJson(given) === wanted, 'is not the allowed value');
    },
  ],
  ['minimum', bound('number', (value, limit) => value >= limit, 'is less than')],
  ['maximum', bound('number', (value, limit) => value <= limit, 'is more than')],
  ['exclusiveMinimum', bound('number', (value, limit) => value > limit, 'is not more than')],
  ['exclusiveMaximum', bound('number', (value, limit) => value < limit, 'is not less than')],
  ['minLength', bound('string', (length, limit) => length >= limit, 'is shorter than')],
  ['maxLength', bound('string', (length, limit) => length <= limit, 'is longer than')],
  ['minItems', bound('array', (size, limit) => size >= limit, 'has fewer items than')],
  ['maxItems', bound('array', (size, limit) => size <= limit, 'has more items than')],
  ['minProperties', bound('object', (size, limit) => size >= limit, 'has fewer members than')],
  ['maxProperties', bound('object', (size, limit) => size <= limit, 'has more members than')],
  ['pattern', compilePattern],
  [
    'format',
    (value, at, { refuse }) => {
      const fits = typeof value === 'string' && Object.hasOwn(formats, value) ? formats[value] : undefined;
      if (fits === undefined) return refuse(at, `Unsupported format; use one of ${Object.keys(formats).join(', ')}.`);
      return test(
        (given) => typeof given !== 'string' || fits(given),
        `is not a valid ${canonicalJson(value).slice(1, -1)}`,
      );
    },
  ],
  [
    'uniqueItems',
    (value) =>
      value === true
        ? test(
            (given) => !Array.isArray(given) || new Set(given.map(canonicalJson)).size === given.length,
            'has a duplicate item',
          )
        : undefined,
  ],
  [
    'items',
    (value, at, { compile }) => {
      const check = compile(value, at);
      return (given, segments, work) =>
        Array.isArray(given) ? given.flatMap((item, i) => descend(check, item, [...segments, i], work)) : [];
    },
  ],
  ['properties', compileProperties],
  ['additionalProperties', compileOthers],
  [
    'required',
    (value, at, { refuse }) => {
      if (!Array.isArray(value)) return refuse(at, 'Must be a list of names.');
      const names = value.map(String);
      return (given, segments) =>
        isJsonObject(given)
          ? names.flatMap((name) =>
              Object.hasOwn(given, name) ? [] : [{ segments: [...segments, name], message: 'is required' }],
            )
          : [];
    },
  ],
  [
    'allOf',
    branches((checks) => (given, segments, work) => checks.flatMap((check) => descend(check, given, segments, work))),
  ],
  ['anyOf', branches((checks) => count(checks, (fitting) => fitting > 0, 'matches none of the allowed schemas'))],
  [
    'oneOf',
    branches((checks) =>
      count(checks, (fitting) => fitting === 1, 'does not match exactly one of the allowed schemas'),
    ),
  ],
  [
    'not',
    (value, at, { compile }) =>
      count([compile(value, at)], (fitting) => fitting === 0, 'matches a schema that is not allowed'),
  ],
]);

function test(holds: (value: Json) => boolean, message: string): Check {
  return (value, segments) => (holds(value) ? [] : [{ segments, message }]);
}

function compileType(value: Json, at: string, { refuse }: Compiling): Check | undefined {
  const names = (Array.isArray(value) ? value : [value]).map(String);
  const tests = names.flatMap((name) => (Object.hasOwn(types, name) ? (types[name] ?? []) : []));
  if (tests.length < names.length || tests.length === 0) {
    return refuse(at, `Unknown type; use one of ${Object.keys(types).join(', ')}.`);
  }
  return test((given) => tests.some((is) => is(given)), `is not of type ${names.join(' or ')}`);
}

type Measured = 'number' | 'string' | 'array' | 'object';

/** Compares a number, or a size, with a bound. */
function bound(kind: Measured, holds: (size: number, limit: number) => boolean, message: string): Keyword {
  return (limit, at, { refuse }) => {
    if (typeof limit !== 'number') return refuse(at, 'Must be a number.');
    return test((value) => {
      const size = measure(value, kind);
      return size === undefined || holds(size, limit);
    }, `${message} ${limit}`);
  };
}

function measure(value: Json, kind: Measured): number | undefined {
  if (typeof value === 'number') return kind === 'number' ? value : undefined;
  // Code points, as RFC 8259 counts characters.
  if (typeof value === 'string') return kind === 'string' ? Array.from(value).length : undefined;
  if (Array.isArray(value)) return kind === 'array' ? value.length : undefined;
  return kind === 'object' && isJsonObject(value) ? Object.keys(value).length : undefined;
}

function compilePattern(value: Json, at: string, { refuse }: Compiling): Check | undefined {
  if (typeof value !== 'string') return refuse(at, 'Must be an RE2 regular expression.');
  try {
    const regex = compileRegex(value);
    return test((given) => typeof given !== 'string' || regex.matcher(given).find(), 'does not match its pattern');
  } catch (error) {
    if (error instanceof FormulaError) return refuse(at, error.message);
    throw error;
  }
}

function compileProperties(value: Json, at: string, { compile, refuse }: Compiling): Check | undefined {
  if (!isJsonObject(value)) return refuse(at, 'Must be an object of schemas.');
  const members = Object.entries(value).map(([name, part]) => ({ name, check: compile(part, `${at}.${name}`) }));
  return (given, segments, work) => {
    if (!isJsonObject(given)) return [];
    return members.flatMap(({ name, check }) => {
      const member = Object.hasOwn(given, name) ? given[name] : undefined;
      return member === undefined ? [] : descend(check, member, [...segments, name], work);
    });
  };
}

function compileOthers(value: Json, at: string, { compile }: Compiling, { properties }: JsonObject): Check {
  const listed = new Set(isJsonObject(properties) ? Object.keys(properties) : []);
  const check = compile(value, at);
  return (given, segments, work) => {
    if (!isJsonObject(given)) return [];
    return Object.entries(given).flatMap(([name, member]) =>
      listed.has(name) ? [] : descend(check, member, [...segments, name], work),
    );
  };
}

function branches(join: (checks: readonly Check[]) => Check): Keyword {
  return (value, at, { compile, refuse }) => {
    if (!Array.isArray(value) || value.length === 0) return refuse(at, 'Must be a list of schemas.');
    return join(value.map((part, i) => compile(part, `${at}[${i}]`)));
  };
}

function count(checks: readonly Check[], holds: (fitting: number) => boolean, message: string): Check {
  return (value, segments, work) => {
    const fitting = checks.filter((check) => descend(check, value, segments, work).length === 0).length;
    return holds(fitting) ? [] : [{ segments, message }];
  };
}
