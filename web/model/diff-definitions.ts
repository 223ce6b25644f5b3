/** A member that differs between two definitions. */
export interface Difference {
  /** `mapping[3].from` */
  path: string;
  /** As JSON; `undefined` where it was not there. */
  before: string | undefined;
  /** As JSON; `undefined` where it is gone. */
  after: string | undefined;
}

/**
 * Lists what differs between two definitions, by path.
 *
 * Lists of objects that name themselves (a rule by its `to`, a trigger by its `id`) are compared by that name: a rule
 * that was put in between changes one entry, not all that follow.
 */
export function diffDefinitions(before: unknown, after: unknown): Difference[] {
  return diff('', before, after);
}

const names = ['to', 'id', 'as', 'name'] as const;

function diff(path: string, before: unknown, after: unknown): Difference[] {
  if (isObject(before) && isObject(after)) {
    const members = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return members.flatMap((name) => diff(path === '' ? name : `${path}.${name}`, before[name], after[name]));
  }
  const [named, namedAfter] = [byName(before), byName(after)];
  if (named !== undefined && namedAfter !== undefined) {
    const members = [...new Set([...named.keys(), ...namedAfter.keys()])];
    return members.flatMap((name) => diff(`${path}[${name}]`, named.get(name), namedAfter.get(name)));
  }
  const texts = [toText(before), toText(after)] as const;
  return texts[0] === texts[1] ? [] : [{ path, before: texts[0], after: texts[1] }];
}

function byName(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (!Array.isArray(value) || !value.every(isObject)) return undefined;
  const found = value.map((item): [string, unknown] => [toName(item), item]);
  const map = new Map(found);
  return map.has('') || map.size < found.length ? undefined : map;
}

function toName(item: Record<string, unknown>): string {
  const name = names.map((member) => item[member]).find((value) => typeof value === 'string');
  return typeof name === 'string' ? name : '';
}

function toText(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value, undefined, 1);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
