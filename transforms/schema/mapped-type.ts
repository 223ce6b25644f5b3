import { parsePath } from '../../core/paths.ts';
import type { MappingDefaults, MappingRule } from '../rules.ts';
import type { ReadTypes } from './check-types.ts';
import { anyField, fieldOf, type FieldType } from './field-type.ts';
import { findRuleType } from './rule-type.ts';

/** The type of the records that a mapping makes. */
export function findMappedType(
  rules: readonly MappingRule[],
  { record, recordType }: Pick<ReadTypes, 'record' | 'recordType'>,
  defaults: MappingDefaults | undefined,
): FieldType {
  const root: Tree = new Map();
  const context = { record, recordType, isSampled: false, defaults };
  for (const rule of rules) place(root, rule, findRuleType(rule, '', context, []));
  return toField(root);
}

/** Members by name: those of an object, or the type of a value. */
type Tree = Map<string, Tree | FieldType>;

function place(root: Tree, { to }: MappingRule, type: FieldType): void {
  const appends = to.endsWith('[]');
  const parsed = parsePath(appends ? to.slice(0, -2) : to);
  if (!parsed.ok) return;
  let at = root;
  for (const [index, segment] of parsed.path.segments.entries()) {
    const next = parsed.path.segments[index + 1];
    const name = String(segment);
    // Of lists that several rules make, the items are not followed.
    const isList = typeof next === 'number' || (next === undefined && appends);
    if (isList || next === undefined) {
      at.set(name, isList ? fieldOf(['array'], { items: anyField }) : type);
      return;
    }
    const known = at.get(name);
    const inner: Tree = known instanceof Map ? known : new Map();
    at.set(name, inner);
    at = inner;
  }
}

function toField(tree: Tree): FieldType {
  const members = [...tree].map(([name, member]): [string, FieldType] => [
    name,
    member instanceof Map ? toField(member) : member,
  ]);
  return fieldOf(['object'], { members: new Map(members), isClosed: true });
}
