import type { Segment } from '../../core/paths.ts';
import { anyType, describeType, type ObjectType, type ValueType } from '../value-type.ts';
import { suggest } from '../../core/names/suggest.ts';
import type { IndexNode, NameNode, Node, SelectNode } from '../syntax/nodes.ts';
import type { Scope } from './scope.ts';

/** A node that can be part of a path. */
export type PathNode = NameNode | SelectNode | IndexNode;

/** A path step: the member or position, and its node. */
export interface Step {
  segment: Segment;
  node: PathNode;
}

/** Splits a path into its root and the constant steps from there. */
export function unwind(node: PathNode): { base: Node; steps: Step[] } {
  const steps: Step[] = [];
  let base: Node = node;
  while (base.kind === 'select' || base.kind === 'index') {
    const segment = base.kind === 'select' ? base.name : toSegment(base.index);
    if (segment === undefined) break;
    steps.unshift({ segment, node: base });
    base = base.target;
  }
  return { base, steps };
}

/** @returns `undefined` for an index that is not constant, or not a member or position, such as -1. */
export function toSegment(index: Node): Segment | undefined {
  if (index.kind !== 'constant') return undefined;
  const { value } = index;
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/**
 * The type at the end of the steps. Reports the first step that can exist in no record; for the last step this is only
 * a warning if the caller tests for existence (`mayLack`).
 */
export function checkSteps(start: ValueType, steps: readonly Step[], scope: Scope, mayLack = false): ValueType {
  let type = start;
  for (const [i, { segment, node }] of steps.entries()) {
    if (type.kind === 'any' || type.kind === 'null') return anyType;
    if (typeof segment === 'number') {
      if (type.kind !== 'list') return reportStep(node, 'a list', type, scope);
      type = type.items;
    } else {
      if (type.kind !== 'object') return reportStep(node, 'an object', type, scope);
      type = checkMember(type, segment, node, scope, mayLack && i === steps.length - 1);
    }
  }
  return type;
}

function reportStep(node: Node, expected: string, type: ValueType, scope: Scope): ValueType {
  const found = describeType(type);
  const message = `Expected ${expected} before this member, found ${found}`;
  scope.report(node, { code: 'type_mismatch', message, expected, found });
  return anyType;
}

function checkMember(
  { members, others }: ObjectType,
  name: string,
  node: PathNode,
  scope: Scope,
  mayLack: boolean,
): ValueType {
  const known = members.get(name);
  if (known !== undefined) return known;
  const names = node.kind === 'name' ? [...scope.variableNames(), ...members.keys()] : members.keys();
  const suggestion = suggest(name, names);
  const draft = { code: 'unknown_field', message: `Unknown field \`${name}\``, suggestion } as const;
  if (others === undefined && !mayLack) scope.report(node, draft);
  else if (suggestion !== undefined) scope.warn(node, draft);
  return others ?? anyType;
}
