import { isList, isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';

/** The way to a member of a definition: names of members and positions in lists. */
export type Path = readonly (string | number)[];

/** Reads a path as the API writes it: `steps[0].action.mapping[1].from`. */
export function parsePath(text: string): Path {
  return [...text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, position, name = '']) =>
    position === undefined ? name : Number(position),
  );
}

/** Writes a path as the API does. */
export function toPathText(path: Path): string {
  return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${key}`)).join('');
}

export function getAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  let found = value;
  for (const key of path) {
    if (typeof key === 'number') found = isList(found) ? found[key] : undefined;
    else found = isObject(found) ? found[key] : undefined;
  }
  return found;
}

/**
 * Puts a value at a path, or takes it away where it is `undefined`; what is on the way and missing is made. Everything
 * beside the path is shared with the value before.
 */
export function setAt(root: JsonObject, path: Path, value: JsonValue | undefined): JsonObject {
  const changed = change(root, path, value);
  return isObject(changed) ? changed : {};
}

function change(at: JsonValue | undefined, path: Path, value: JsonValue | undefined): JsonValue | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list = isList(at) ? [...at] : [];
    const next = change(list[key], rest, value);
    if (next === undefined) list.splice(key, 1);
    else list[key] = next;
    return list;
  }
  const { [key]: before, ...others } = isObject(at) ? at : {};
  const next = change(before, rest, value);
  if (next === undefined) return others;
  // Members stay where they were: the definition is also read as text.
  return isObject(at) && key in at ? { ...at, [key]: next } : { ...others, [key]: next };
}

export function startsWith(path: Path, start: Path): boolean {
  return start.every((key, index) => path[index] === key);
}
