import { isJsonObject, type Json } from '../core/json.ts';
import { misuse } from './cli-error.ts';

/**
 * References in texts: `${connection:NAME}` stands for the id of what has the name, `${env:NAME}` for a variable of the
 * environment. `$${…` is a text that looks like one. In a name, `%` and `}` are written `%25` and `%7D`.
 */
const pattern = /(\$?)\$\{(env|account|connection|integration|lookup-table):([^}]+)\}/g;

/** What a reference stands for. */
export interface Reference {
  kind: string;
  name: string;
}

/** Finds every reference in a value, once each. */
export function findReferences(value: Json): Reference[] {
  const found = new Map<string, Reference>();
  mapTexts(value, (text) => {
    for (const [all, escaped, kind = '', name = ''] of text.matchAll(pattern)) {
      if (escaped === '') found.set(all, { kind, name: decode(name) });
    }
    return text;
  });
  return [...found.values()];
}

/** Puts what they stand for in the place of references. */
export function resolveReferences(value: Json, resolve: (reference: Reference) => string): Json {
  return mapTexts(value, (text) =>
    text.replaceAll(pattern, (all: string, escaped: string, kind: string, name: string) =>
      escaped === '' ? resolve({ kind, name: decode(name) }) : all.slice(1),
    ),
  );
}

/**
 * Puts references in the place of ids, wherever they stand in a text; the opposite of `resolveReferences`.
 *
 * @param nameOf What is known of an id; `undefined` for one that stays.
 */
export function toReferences(value: Json, nameOf: (id: string) => Reference | undefined): Json {
  return mapTexts(value, (text) =>
    text
      .replaceAll(pattern, (all: string) => `$${all}`)
      .replaceAll(/\b[a-z]{2,8}_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g, (id) => {
        const reference = nameOf(id);
        return reference === undefined ? id : `\${${reference.kind}:${encode(reference.name)}}`;
      }),
  );
}

/** The value of a variable. @throws {CliError} when it is not set. */
export function readVariable(env: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = env[name];
  if (value === undefined) throw misuse(`The variable ${name} is not set, which \${env:${name}} stands for.`);
  return value;
}

function mapTexts(value: Json, map: (text: string) => string): Json {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, map)]));
}

function encode(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('}', '%7D');
}

function decode(name: string): string {
  return name.replaceAll('%7D', '}').replaceAll('%25', '%');
}
