import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { ScimError } from './scim-error.ts';

export interface PatchOperation {
  op: 'add' | 'replace' | 'remove';
  path?: string | undefined;
  value?: Json | undefined;
}

interface Path {
  attribute: string;
  /** `[type eq "work"]` */
  filter: { attribute: string; value: string } | undefined;
  sub: string | undefined;
}

const shape =
  /^(?:urn:[A-Za-z0-9:._-]+:(?=[A-Za-z][\w$-]*(?:[.[]|$)))?([A-Za-z][\w$-]*)(?:\[\s*([A-Za-z][\w$.-]*)\s+eq\s+"((?:[^"\\]|\\.)*)"\s*\])?(?:\.([A-Za-z][\w$-]*))?$/i;

/**
 * Applies the operations of a PATCH request to a resource, as identity providers send them: with and without paths, and names in
 * any case. Attributes that the hub does not keep are passed over by whoever reads the result.
 *
 * @returns the resource as it is to become.
 * @throws {ScimError} `invalidPath`; `noTarget`; `invalidSyntax`
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.5.2
 */
export function applyScimPatch(resource: JsonObject, operations: readonly PatchOperation[]): JsonObject {
  const result = structuredClone(resource);
  for (const { op, path, value } of operations) {
    if (path !== undefined && path !== '') applyAt(result, op, parsePath(path), value);
    else if (op === 'remove') throw new ScimError(400, 'A removal needs a path.', 'noTarget');
    else if (value === undefined || !isJsonObject(value))
      throw new ScimError(400, 'Without a path, the value must be an object.', 'invalidSyntax');
    else applyObject(result, op, value);
  }
  return result;
}

/** Names of members may be paths, as Microsoft Entra writes them. */
function applyObject(result: JsonObject, op: 'add' | 'replace', value: JsonObject): void {
  for (const [name, member] of Object.entries(value)) {
    if (isJsonObject(member) && name.startsWith('urn:')) applyObject(result, op, member);
    else if (name !== 'schemas') applyAt(result, op, parsePath(name), member);
  }
}

function parsePath(text: string): Path {
  const [whole, attribute = '', filtered, value, sub] = shape.exec(text) ?? [];
  if (whole === undefined) throw new ScimError(400, 'The path cannot be read.', 'invalidPath');
  const filter = filtered === undefined ? undefined : { attribute: filtered, value: unescape(value ?? '') };
  return { attribute, filter, sub };
}

function unescape(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1');
}

function applyAt(result: JsonObject, op: PatchOperation['op'], path: Path, value: Json | undefined): void {
  const name = findName(result, path.attribute);
  if (path.filter !== undefined) return applyFiltered(result, name, op, path, value);
  if (path.sub !== undefined) {
    const parent = result[name];
    const object = parent !== undefined && isJsonObject(parent) ? parent : {};
    setMember(object, findName(object, path.sub), op, value);
    result[name] = object;
    return;
  }
  const present = result[name];
  if (op === 'remove' && Array.isArray(present) && Array.isArray(value)) {
    // Some providers name whom to remove in the value.
    result[name] = present.filter((item) => !value.some((other) => isSame(item, other)));
  } else if (op === 'add' && Array.isArray(present)) {
    const added = Array.isArray(value) ? value : value === undefined ? [] : [value];
    result[name] = [...present, ...added.filter((item) => !present.some((other) => isSame(item, other)))];
  } else if (op !== 'remove' && isObject(present) && isObject(value)) result[name] = { ...present, ...value };
  else setMember(result, name, op, value);
}

function isObject(value: Json | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value);
}

function applyFiltered(
  result: JsonObject,
  name: string,
  op: PatchOperation['op'],
  path: Path,
  value: Json | undefined,
): void {
  const present = result[name];
  const items = Array.isArray(present) ? present : [];
  const matches = (item: Json): boolean =>
    isJsonObject(item) && item[findName(item, path.filter?.attribute ?? '')] === path.filter?.value;
  if (op === 'remove' && path.sub === undefined) {
    result[name] = items.filter((item) => !matches(item));
    return;
  }
  if (!items.some(matches)) {
    if (op === 'remove') return;
    const made: JsonObject = { [path.filter?.attribute ?? '']: path.filter?.value ?? '' };
    if (path.sub !== undefined) made[path.sub] = value ?? null;
    else if (isObject(value)) Object.assign(made, value);
    result[name] = [...items, made];
    return;
  }
  result[name] = items.map((item) => {
    if (!isJsonObject(item) || !matches(item)) return item;
    if (path.sub === undefined) return isObject(value) ? { ...item, ...value } : item;
    const changed = { ...item };
    setMember(changed, findName(changed, path.sub), op, value);
    return changed;
  });
}

function setMember(object: JsonObject, name: string, op: PatchOperation['op'], value: Json | undefined): void {
  if (op === 'remove' || value === undefined) delete object[name];
  else object[name] = value;
}

/** Names of attributes have no case. Own members only. */
function findName(object: JsonObject, name: string): string {
  return Object.keys(object).find((known) => known.toLowerCase() === name.toLowerCase()) ?? name;
}

/** Two values of a list that mean one: by their `value`, where they have one. */
function isSame(left: Json, right: Json): boolean {
  const key = (item: Json): string => JSON.stringify(isJsonObject(item) && 'value' in item ? item['value'] : item);
  return key(left) === key(right);
}
