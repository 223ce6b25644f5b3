type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * References in texts: `${connection:NAME}` stands for the id of what has the name, `${env:NAME}` for a variable of the
 * environment, `${secret:NAME}` for one that is never shown. `$${…` is a text that looks like one. In a name, `%` and `}`
 * are written `%25` and `%7D`. `${organization:id}` is the id of the organization itself.
 */
const pattern = /(\$?)\$\{(env|secret|organization|account|connection|integration|lookup-table|calendar):([^}]+)\}/g;

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
        return reference === undefined ? id : toReference(reference);
      }),
  );
}

/** `${connection:NAME}` */
export function toReference({ kind, name }: Reference): string {
  return `\${${kind}:${encode(name)}}`;
}

/** What `!secret NAME` is in a text. */
export function toSecretReference(name: string): string {
  return toReference({ kind: 'secret', name });
}

/** The name in a text that is a reference to a secret and nothing else. */
export function readSecretName(text: string): string | undefined {
  const [, name] = /^\$\{secret:([^}]+)\}$/.exec(text) ?? [];
  return name === undefined ? undefined : decode(name);
}

/**
 * Puts references in the place of `{ $secret: NAME }`, which is how JSON says `!secret NAME`. One that only looks like it
 * has another `$`, which is taken away.
 */
export function readSecretObjects(value: Json): Json {
  return mapLoneMembers(value, (name, member) =>
    name === '$secret'
      ? toSecretReference(member)
      : /^\$\$+secret$/.test(name)
        ? { [name.slice(1)]: member }
        : undefined,
  );
}

/** The opposite, for files: adds a `$` to what looks like a secret and is none. */
export function escapeSecretObjects(value: Json): Json {
  return mapLoneMembers(value, (name, member) => (/^\$+secret$/.test(name) ? { [`$${name}`]: member } : undefined));
}

/** Objects of one member that is a text; `map` leaves others alone by `undefined`. */
function mapLoneMembers(value: Json, map: (name: string, member: string) => Json | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => mapLoneMembers(item, map));
  if (!isJsonObject(value)) return value;
  const [[name, member] = ['', null], ...others] = Object.entries(value);
  const mapped = others.length === 0 && typeof member === 'string' ? map(name, member) : undefined;
  return mapped ?? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapLoneMembers(inner, map)]));
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

function isJsonObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
