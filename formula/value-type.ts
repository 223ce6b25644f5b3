/**
 * The static type of a field, a formula or a mapping's result.
 *
 * Every value may also be null or missing; the type describes it otherwise. `any` means unknown. Timestamps, durations
 * and decimals exist inside formulas only and are converted to text in results.
 */
export type ValueType =
  { readonly kind: ScalarKind | 'any' | 'null' } | { readonly kind: 'list'; readonly items: ValueType } | ObjectType;

export type ScalarKind = 'boolean' | 'number' | 'string' | 'timestamp' | 'duration' | 'decimal';

export interface ObjectType {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, ValueType>;
  /** Type of unlisted members; `undefined` if there are none. */
  readonly others: ValueType | undefined;
}

export const anyType: ValueType = { kind: 'any' };
export const nullType: ValueType = { kind: 'null' };
export const booleanType: ValueType = { kind: 'boolean' };
export const numberType: ValueType = { kind: 'number' };
export const stringType: ValueType = { kind: 'string' };
/** An object with unknown members. */
export const openObjectType: ObjectType = { kind: 'object', members: new Map(), others: anyType };

export function listType(items: ValueType): ValueType {
  return { kind: 'list', items };
}

/** Maximum depth to which types are compared and described; anything deeper is `any`. */
const depthMax = 8;

/** The narrowest type that holds the values of both. */
export function joinTypes(a: ValueType, b: ValueType, depth = 0): ValueType {
  if (a === b || b.kind === 'null') return a;
  if (a.kind === 'null') return b;
  if (depth === depthMax) return anyType;
  if (a.kind === 'list' && b.kind === 'list') return listType(joinTypes(a.items, b.items, depth + 1));
  if (a.kind === 'object' && b.kind === 'object') return joinObjects(a, b, depth + 1);
  return a.kind === b.kind ? a : anyType;
}

function joinObjects(a: ObjectType, b: ObjectType, depth: number): ObjectType {
  const members = new Map(a.members);
  for (const [name, type] of b.members) members.set(name, joinTypes(a.members.get(name) ?? type, type, depth));
  const others = a.others && b.others ? joinTypes(a.others, b.others, depth) : (a.others ?? b.others);
  return { kind: 'object', members, others };
}

/** False if only null has both types: such values are never equal, and neither can replace the other. */
export function mayShareValues(a: ValueType, b: ValueType): boolean {
  if (a.kind === 'any' || b.kind === 'any' || a.kind === 'null' || b.kind === 'null') return true;
  return a.kind === b.kind;
}

/** Names a type for people: `list of text`. */
export function describeType(type: ValueType, depth = 0): string {
  if (type.kind !== 'list') return typeNames[type.kind];
  if (type.items.kind === 'any' || type.items.kind === 'null' || depth === depthMax) return 'list';
  return `list of ${describeType(type.items, depth + 1)}`;
}

const typeNames: Readonly<Record<Exclude<ValueType['kind'], 'list'>, string>> = {
  any: 'any value',
  null: 'null',
  boolean: 'boolean',
  number: 'number',
  string: 'text',
  timestamp: 'timestamp',
  duration: 'duration',
  decimal: 'decimal',
  object: 'object',
};
