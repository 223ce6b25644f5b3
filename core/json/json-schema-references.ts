import { isJsonObject, type Json, type JsonObject } from '../json.ts';

/** Reads what a `$ref` refers to, by `read`. */
export type ReadReference<Type> = (reference: string, read: (schema: Json | undefined) => Type) => Type;

/**
 * Gives a function that reads references within a JSON Schema, each once: `#/$defs/Name`. Others lead to `undefined`.
 *
 * @param unknown What a reference is within itself, where the schema is recursive.
 */
export function createReferences<Type>(root: JsonObject, unknown: Type): ReadReference<Type> {
  const known = new Map<string, Type>([['#', unknown]]);
  return (reference, read) => {
    const before = known.get(reference);
    if (before !== undefined) return before;
    known.set(reference, unknown);
    const type = read(resolve(reference, root));
    known.set(reference, type);
    return type;
  };
}

function resolve(reference: string, root: JsonObject): Json | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let found: Json | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}
