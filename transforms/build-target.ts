import type { Json, JsonObject } from '../core/json.ts';
import { formatPath, type Path, type Segment } from '../core/paths.ts';

/**
 * Builds target records: puts the values of a mapping's rules at their target paths.
 *
 * Members are in the order in which the rules first name them, so equal values give equal text. Objects and lists
 * without any value are omitted. A list has no holes: a position without a value before one with a value holds null.
 * What is added to a list stands there in the order of the rules.
 */
export type BuildTarget = (values: readonly (Json | undefined)[]) => JsonObject;

/** What is wrong with one of the target paths. */
export interface TargetProblem {
  index: number;
  code: 'forbidden_name' | 'invalid_target' | 'duplicate_target' | 'overlapping_target' | 'list_gap';
  message: string;
}

/** Names that reach the shared prototype; no record of a system needs them. */
const forbiddenNames: ReadonlySet<Segment> = new Set(['__proto__', 'constructor', 'prototype']);

/** Target of a value: a path, or the end of the list at a path. */
export interface TargetPath extends Path {
  appends?: boolean;
}

interface Leaf {
  kind: 'leaf';
  /** Index of the value in the argument of `BuildTarget`. */
  index: number;
  /** Indexes of all values that are appended to this list. */
  added: number[] | undefined;
}

/** An object by member names, or a list by positions. */
interface Branch {
  kind: 'object' | 'list';
  /** The first rule that writes here, for messages. */
  index: number;
  children: Map<Segment, Leaf | Branch>;
}

/** Compiles target paths, in the order of the values. Reports all problems at once. */
export function compileTarget(
  paths: readonly TargetPath[],
): { ok: true; build: BuildTarget } | { ok: false; problems: TargetProblem[] } {
  const root: Branch = { kind: 'object', index: 0, children: new Map() };
  const problems: TargetProblem[] = [];
  for (const [index, path] of paths.entries()) {
    const problem = checkNames(path) ?? place(root, path, index);
    if (problem !== undefined) problems.push({ index, ...problem });
  }
  if (problems.length === 0) findGaps(root, [], problems);
  if (problems.length > 0) return { ok: false, problems };
  const members = toMembers(root);
  return { ok: true, build: (values) => buildObject(members, values) ?? {} };
}

type Refusal = Omit<TargetProblem, 'index'> | undefined;

function checkNames({ segments }: TargetPath): Refusal {
  if (typeof segments[0] === 'number') {
    return {
      code: 'invalid_target',
      message: 'The path must start with a member name, because a record is an object.',
    };
  }
  const forbidden = segments.find((segment) => forbiddenNames.has(segment));
  if (forbidden === undefined) return undefined;
  return { code: 'forbidden_name', message: `A target field must not be named \`${forbidden}\`.` };
}

function place(root: Branch, { segments, text, appends }: TargetPath, index: number): Refusal {
  let branch = root;
  for (const [i, segment] of segments.entries()) {
    if ((typeof segment === 'number') !== (branch.kind === 'list'))
      return overlap(text, segments.slice(0, i), branch.index);
    const found = branch.children.get(segment);
    const next = segments[i + 1];
    if (next === undefined) {
      if (found?.kind === 'leaf' && found.added !== undefined && appends === true) {
        found.added.push(index);
        return undefined;
      }
      if (found?.kind === 'leaf') {
        return {
          code: 'duplicate_target',
          message: `\`${text}\` is already written by rule ${found.index}; remove one of the two rules.`,
        };
      }
      if (found !== undefined) return overlap(text, segments, found.index);
      branch.children.set(segment, { kind: 'leaf', index, added: appends === true ? [index] : undefined });
      return undefined;
    }
    if (found?.kind === 'leaf') return overlap(text, segments.slice(0, i + 1), found.index);
    const child = found ?? { kind: typeof next === 'number' ? 'list' : 'object', index, children: new Map() };
    branch.children.set(segment, child);
    branch = child;
  }
  return undefined;
}

function overlap(text: string, shared: readonly Segment[], other: number): Refusal {
  const message = `\`${text}\` and rule ${other} both write \`${formatPath(shared)}\`, as different types; make both an object, a list or a value.`;
  return { code: 'overlapping_target', message };
}

function findGaps(branch: Branch, segments: readonly Segment[], problems: TargetProblem[]): void {
  for (const [segment, child] of branch.children) {
    if (typeof segment === 'number' && segment >= branch.children.size) {
      const message = `The positions of \`${formatPath(segments)}\` have a gap: number them from 0 without gaps.`;
      problems.push({ index: child.index, code: 'list_gap', message });
    }
    if (child.kind !== 'leaf') findGaps(child, [...segments, segment], problems);
  }
}

/** A member or an item, prepared for the loop over the values. */
interface Slot {
  name: string;
  /** Position of the value, for a leaf. */
  index: number;
  build: ((values: readonly (Json | undefined)[]) => Json | undefined) | undefined;
}

function toMembers(branch: Branch): Slot[] {
  return [...branch.children].map(([segment, child]) => toSlot(String(segment), child));
}

function toSlot(name: string, child: Leaf | Branch): Slot {
  if (child.kind === 'leaf') {
    const { index, added } = child;
    return { name, index, build: added && ((values) => joinItems(added, values)) };
  }
  if (child.kind === 'object') {
    const members = toMembers(child);
    return { name, index: 0, build: (values) => buildObject(members, values) };
  }
  const items = toMembers(child).toSorted((a, b) => Number(a.name) - Number(b.name));
  return { name, index: 0, build: (values) => buildList(items, values) };
}

function joinItems(indexes: readonly number[], values: readonly (Json | undefined)[]): Json[] | undefined {
  const items = indexes.flatMap((index) => values[index] ?? (values[index] === null ? [null] : []));
  return items.length > 0 || indexes.some((index) => values[index] !== undefined) ? items : undefined;
}

function buildObject(members: readonly Slot[], values: readonly (Json | undefined)[]): JsonObject | undefined {
  const object: JsonObject = {};
  let isEmpty = true;
  for (const member of members) {
    const value = member.build === undefined ? values[member.index] : member.build(values);
    if (value === undefined) continue;
    isEmpty = false;
    object[member.name] = value;
  }
  return isEmpty ? undefined : object;
}

function buildList(items: readonly Slot[], values: readonly (Json | undefined)[]): Json[] | undefined {
  let list: Json[] | undefined;
  for (const [position, { index, build }] of items.entries()) {
    const value = build === undefined ? values[index] : build(values);
    if (value === undefined) continue;
    list ??= [];
    while (list.length < position) list.push(null);
    list.push(value);
  }
  return list;
}
