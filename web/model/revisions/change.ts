import { isList, isObject, isSame, type JsonObject, type JsonValue } from '../json.ts';
import { toSentence } from '../status.ts';

/** What became of one thing between two versions of a definition. */
export interface Change {
  kind: 'added' | 'removed' | 'changed' | 'moved';
  /** What it is called: a field, a step, a member. */
  title: string;
  /** Where it stands, or from where to where it went. */
  note?: string;
  before?: string;
  after?: string;
  /** What differs within it. */
  details?: readonly Change[];
}

/** The name of what an id is of, where that is known. */
export type NameOf = (id: string) => string | undefined;

/** A value as a person reads it: names for ids, lists in one line, everything else as JSON. */
export function toText(value: JsonValue, nameOf: NameOf): string {
  if (typeof value === 'string') return nameOf(value) ?? (value.trim() === '' ? JSON.stringify(value) : value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isList(value) && value.every((item) => !isObject(item) && !isList(item))) {
    return value.map((item) => toText(item, nameOf)).join(', ') || 'none';
  }
  return JSON.stringify(value, undefined, 1);
}

/** What differs between two values that stand at the same place. Nothing, where they are the same. */
export function compareValues(
  title: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  nameOf: NameOf,
): Change[] {
  if (isSame(before, after)) return [];
  if (before === undefined) return after === undefined ? [] : [{ kind: 'added', title, after: toText(after, nameOf) }];
  if (after === undefined) return [{ kind: 'removed', title, before: toText(before, nameOf) }];
  const [was, is] = [toText(before, nameOf), toText(after, nameOf)];
  // A number that became a text reads the same.
  const texts = was === is ? [JSON.stringify(before), JSON.stringify(after)] : cutSame(was, is);
  return [{ kind: 'changed', title, before: texts[0] ?? '', after: texts[1] ?? '' }];
}

/**
 * What differs between two objects, member by member and member within member.
 *
 * @param special Compares members that have a form of their own; `undefined` for all others.
 */
export function compareMembers(
  before: JsonObject,
  after: JsonObject,
  nameOf: NameOf,
  special: (name: string, before: JsonValue | undefined, after: JsonValue | undefined) => Change[] | undefined = () =>
    undefined,
  within = '',
): Change[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return names.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    const words = name.endsWith('_id') ? name.slice(0, -3) : name;
    const title = within === '' ? toSentence(words) : `${within}: ${words.replaceAll('_', ' ')}`;
    const own = special(name, was, is);
    if (own !== undefined) return own;
    if (isObject(was) && isObject(is)) return compareMembers(was, is, nameOf, special, title);
    return compareValues(title, was, is, nameOf);
  });
}

/** Things that are told apart by a name, in two orders. */
interface NamedLists {
  before: readonly JsonObject[];
  after: readonly JsonObject[];
  toName: (item: JsonObject) => string;
}

/** What became of each thing of a list. @returns `undefined` where names do not tell the things apart. */
export function compareNamed(
  { before, after, toName }: NamedLists,
  describe: (item: JsonObject) => Omit<Change, 'kind'>,
  compare: (before: JsonObject, after: JsonObject) => Omit<Change, 'kind'> | undefined,
): Change[] | undefined {
  const [old, now] = [byName(before, toName), byName(after, toName)];
  if (old === undefined || now === undefined) return undefined;
  const moved = listMoved([...old.keys()], [...now.keys()]);
  const kept = [...now].flatMap(([name, item]): Change[] => {
    const was = old.get(name);
    if (was === undefined) return [{ kind: 'added', ...describe(item) }];
    const changed = isSame(was, item) ? undefined : compare(was, item);
    if (changed !== undefined) return [{ kind: 'changed', ...changed }];
    return moved.has(name)
      ? [{ kind: 'moved', title: describe(item).title, note: 'to another place in the list' }]
      : [];
  });
  const gone = [...old].filter(([name]) => !now.has(name));
  return [
    ...kept,
    ...gone.map(([, item]): Change => {
      const { title, after: was } = describe(item);
      return { kind: 'removed', title, ...(was === undefined ? {} : { before: was }) };
    }),
  ];
}

function byName(
  items: readonly JsonObject[],
  toName: (item: JsonObject) => string,
): ReadonlyMap<string, JsonObject> | undefined {
  const map = new Map(items.map((item) => [toName(item), item]));
  return map.has('') || map.size < items.length ? undefined : map;
}

/** The fewest of those that are in both lists whose moves make the order of one from that of the other. */
export function listMoved(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const places = new Map(before.map((name, index) => [name, index]));
  const common = after.filter((name) => places.has(name));
  // The longest of them that stand in the order of before: all others moved.
  const longest: string[][] = [];
  for (const name of common) {
    const place = places.get(name) ?? 0;
    const best = longest
      .filter((chain) => (places.get(chain.at(-1) ?? '') ?? -1) < place)
      .reduce<string[]>((one, other) => (other.length > one.length ? other : one), []);
    longest.push([...best, name]);
  }
  const stayed = longest.reduce<string[]>((one, other) => (other.length > one.length ? other : one), []);
  return new Set(common.filter((name) => !stayed.includes(name)));
}

/** Leaves out the lines that two long texts begin and end with alike, and says how many. */
export function cutSame(before: string, after: string): [before: string, after: string] {
  const [was, is] = [before.split('\n'), after.split('\n')];
  const least = Math.min(was.length, is.length);
  let start = 0;
  while (start < least && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < least - start && was.at(-1 - end) === is.at(-1 - end)) end += 1;
  const cut = (lines: readonly string[]): string =>
    [sameLines(start), ...lines.slice(start, lines.length - end), sameLines(end)]
      .filter((text) => text !== '')
      .join('\n');
  return [cut(was), cut(is)];
}

function sameLines(count: number): string {
  return count === 0 ? '' : `… ${count} ${count === 1 ? 'line' : 'lines'} the same`;
}
