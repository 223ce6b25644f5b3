import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { parsePath, type Segment } from '../../../core/paths.ts';
import { setMember } from '../../../formula/canonical.ts';

/** Options with those at some paths replaced. Paths that lead into something that is no object replace it. */
export function placeOptions(options: JsonObject, replaced: Readonly<Record<string, Json>>): JsonObject {
  return Object.entries(replaced).reduce((placed, [text, value]) => {
    const parsed = parsePath(text);
    return parsed.ok ? place(placed, parsed.path.segments, value) : placed;
  }, options);
}

function place(object: JsonObject, [first = '', ...rest]: readonly Segment[], value: Json): JsonObject {
  const name = String(first);
  const placed: JsonObject = { ...object };
  const below = Object.hasOwn(object, name) ? object[name] : undefined;
  setMember(placed, name, rest.length === 0 ? value : place(isJsonObject(below) ? below : {}, rest, value));
  return placed;
}
