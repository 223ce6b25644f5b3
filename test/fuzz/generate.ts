import fc from 'fast-check';
import type { Json } from '../../core/json.ts';
import type { Rng } from '../simulator/rng.ts';
import type { Document, Schema } from './document.ts';
import type { Memory } from './memory.ts';

/** Makes values that a schema allows, out of what the API itself has told where it can. */
export interface Generator {
  /** @param name Of the member or parameter that the value is for. */
  make(schema: Schema, name?: string): Json;
  /** Changes one place of a value into something else; most often that breaks the schema. */
  spoil(value: Json): Json;
}

/** Values that have broken programs before. */
const oddValues: readonly Json[] = [
  null,
  true,
  -1,
  0,
  0.1,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  '٣',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  'a'.repeat(300),
  'x'.repeat(70_000),
  '9999-12-31T23:59:60Z',
  '00000000-0000-0000-0000-000000000000',
  [],
  {},
  [[[[[[]]]]]],
];
const depthMax = 6;
const noHost = 'fuzz.invalid';

export function createGenerator(document: Document, rng: Rng, memory: Memory): Generator {
  const patterns = new Map<string, readonly string[]>();

  const fromPattern = (pattern: string): string => {
    let samples = patterns.get(pattern);
    if (samples === undefined) {
      samples = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { seed: rng.int(0, 2 ** 31), numRuns: 40 });
      patterns.set(pattern, samples);
    }
    return rng.pick(samples);
  };

  const makeString = (schema: Schema, name: string | undefined): string => {
    const known = memory.valuesFor(name);
    if (known.length > 0 && rng.chance(0.7)) return rng.pick(known);
    // Whatever is stored may be called by a worker: nobody has a name under `.invalid`. RFC 6761 §6.4
    if (schema['format'] === 'uri' || /ur[il]$|endpoint/.test(name ?? ''))
      return `https://${noHost}/${rng.int(0, 1e6)}`;
    if (name?.includes('host') === true) return noHost;
    const pattern = schema['pattern'];
    if (schema['format'] === 'date-time') {
      return new Date(Date.UTC(2020, rng.int(0, 120), rng.int(1, 28), rng.int(0, 23))).toISOString();
    }
    if (typeof pattern === 'string') return fromPattern(pattern);
    const examples = schema['examples'];
    if (Array.isArray(examples) && rng.chance(0.5)) return JSON.stringify(rng.pick(examples)).replaceAll('"', '');
    const length = Math.max(
      numberOr(schema['minLength'], 0),
      rng.longTail(Math.min(numberOr(schema['maxLength'], 40), 300)),
    );
    return Array.from({ length }, () =>
      String.fromCodePoint(rng.chance(0.9) ? rng.int(97, 122) : rng.int(32, 0x2fff)),
    ).join('');
  };

  const makeNumber = (schema: Schema): number => {
    const [min, max] = [numberOr(schema['minimum'], 0), numberOr(schema['maximum'], 1000)];
    const value = rng.chance(0.3) ? rng.pick([min, max]) : min + rng.longTail(Math.max(max - min, 0));
    return schema['type'] === 'integer' ? Math.floor(value) : value;
  };

  const makeObject = (schema: Schema, depth: number): Json => {
    const properties = Object.entries(toObject(schema['properties']));
    const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
    const members = properties
      .filter(([name]) => required.has(name) || (depth < depthMax && rng.chance(0.4)))
      .map(([name, member]): [string, Json] => [name, make(toObject(member), name, depth + 1)]);
    const further = schema['additionalProperties'];
    if (typeof further === 'object' && depth < depthMax && rng.chance(0.4)) {
      members.push([rng.pick(memory.names()), make(toObject(further), undefined, depth + 1)]);
    }
    return Object.fromEntries(members);
  };

  const make = (given: Schema, name: string | undefined, depth: number): Json => {
    const schema = document.resolve(given);
    const choices = schema['anyOf'] ?? schema['oneOf'];
    if (Array.isArray(choices) && choices.length > 0) {
      // At the deepest level the first alternative: it is the plain one of a recursive shape.
      return make(toObject(depth < depthMax ? rng.pick(choices) : (choices[0] ?? {})), name, depth + 1);
    }
    const parts = schema['allOf'];
    if (Array.isArray(parts)) return Object.assign({}, ...parts.map((part) => make(toObject(part), name, depth + 1)));
    if ('const' in schema) return schema['const'] ?? null;
    if (Array.isArray(schema['enum'])) return rng.pick(schema['enum']);
    const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
    switch (rng.pick(types.map((type) => (typeof type === 'string' ? type : 'any')))) {
      case 'string':
        return makeString(schema, name);
      case 'integer':
      case 'number':
        return makeNumber(schema);
      case 'boolean':
        return rng.chance(0.5);
      case 'null':
        return null;
      case 'array': {
        const min = numberOr(schema['minItems'], 0);
        const length = depth < depthMax ? Math.max(min, rng.int(0, 3)) : min;
        return Array.from({ length }, () => make(toObject(schema['items']), name, depth + 1));
      }
      case 'object':
        return makeObject(schema, depth);
      default:
        return schema['properties'] === undefined ? rng.pick(oddValues) : makeObject(schema, depth);
    }
  };

  /** Counts the places of a value, then changes the one that was drawn. */
  const spoil = (value: Json): Json => {
    let left = rng.int(0, countPlaces(value) - 1);
    const walk = (part: Json): Json => {
      left -= 1;
      if (left === -1) return rng.chance(0.5) ? rng.pick(oddValues) : rng.pick(memory.anything());
      if (Array.isArray(part)) return part.map(walk);
      if (typeof part !== 'object' || part === null) return part;
      const entries = Object.entries(part).map(([key, member]): [string, Json] => [key, walk(member)]);
      if (rng.chance(0.1)) entries.splice(rng.int(0, entries.length), 1);
      if (rng.chance(0.1)) entries.push([rng.pick(memory.names()), rng.pick(oddValues)]);
      return Object.fromEntries(entries);
    };
    return walk(value);
  };

  return { make: (schema, name) => make(schema, name, 0), spoil };
}

function countPlaces(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + countPlaces(member), 1);
}

function toObject(value: Json | undefined): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function numberOr(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
