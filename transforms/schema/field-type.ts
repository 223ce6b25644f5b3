import type { Json } from '../../core/json.ts';

/**
 * Type of a field by its schema: more precise than `ValueType`, because null, missing fields, whole numbers and allowed
 * values matter here.
 *
 * Unknown types are never guessed: `anyField` fits everywhere.
 */
export interface FieldType {
  /** Kinds of its values except null; `undefined` if unknown. */
  readonly kinds: ReadonlySet<Kind> | undefined;
  /** `undefined` if unknown. */
  readonly mayBeNull: boolean | undefined;
  /** A record may be without it; `undefined` if unknown. */
  readonly mayLack: boolean | undefined;
  /** Its allowed values besides null, if listed. */
  readonly values?: readonly Json[] | undefined;
  /** Of a list. */
  readonly items?: FieldType | undefined;
  /** Of an object. */
  readonly members?: ReadonlyMap<string, FieldType> | undefined;
  /** Unlisted members: of any type, or missing. */
  readonly isClosed?: boolean | undefined;
}

/** `number` means a number with a fraction: a schema's number is both. */
export type Kind = 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

export const anyField: FieldType = { kinds: undefined, mayBeNull: undefined, mayLack: undefined };

export function fieldOf(kinds: readonly Kind[], facts: Partial<FieldType> = {}): FieldType {
  return { kinds: new Set(kinds), mayBeNull: false, mayLack: false, ...facts };
}

export const numberKinds: readonly Kind[] = ['integer', 'number'];

export function kindOf(value: Exclude<Json, null>): Kind {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'object';
}

export function typeOfConstant(value: Json): FieldType {
  if (value === null) return fieldOf([], { mayBeNull: true });
  if (Array.isArray(value)) {
    const items = value.map(typeOfConstant);
    return fieldOf(['array'], { items: items.length === 0 ? fieldOf([]) : items.reduce(joinFields) });
  }
  if (typeof value !== 'object') return fieldOf([kindOf(value)], { values: [value] });
  const members = new Map(Object.entries(value).map(([name, member]) => [name, typeOfConstant(member)]));
  return fieldOf(['object'], { members, isClosed: true });
}

/** The narrowest type that holds the values of both. */
export function joinFields(a: FieldType, b: FieldType): FieldType {
  const mayBeNull = either(a.mayBeNull, b.mayBeNull);
  const mayLack = either(a.mayLack, b.mayLack);
  if (a.kinds === undefined || b.kinds === undefined) return { kinds: undefined, mayBeNull, mayLack };
  const values = isOnlyNull(a)
    ? b.values
    : isOnlyNull(b)
      ? a.values
      : a.values && b.values && [...a.values, ...b.values];
  return {
    kinds: new Set([...a.kinds, ...b.kinds]),
    mayBeNull,
    mayLack,
    values,
    items: a.items && b.items ? joinFields(a.items, b.items) : pick('array', a, b)?.items,
    ...joinMembers(a, b),
  };
}

function joinMembers(a: FieldType, b: FieldType): Pick<FieldType, 'members' | 'isClosed'> {
  if (a.kinds?.has('object') !== true || b.kinds?.has('object') !== true) {
    const { members, isClosed } = pick('object', a, b) ?? {};
    return { members, isClosed };
  }
  if (a.members === undefined || b.members === undefined) return {};
  const members = new Map<string, FieldType>();
  for (const name of new Set([...a.members.keys(), ...b.members.keys()])) {
    members.set(name, joinFields(memberOf(a, name), memberOf(b, name)));
  }
  return { members, isClosed: a.isClosed === true && b.isClosed === true };
}

/** The type of a member, including unlisted ones. */
export function memberOf({ members, isClosed }: FieldType, name: string): FieldType {
  return members?.get(name) ?? (isClosed === true ? fieldOf([], { mayLack: true }) : anyField);
}

/** The values that are not lists. */
export function withoutLists(field: FieldType): FieldType {
  return {
    ...field,
    kinds: field.kinds && new Set([...field.kinds].filter((kind) => kind !== 'array')),
    items: undefined,
  };
}

function pick(kind: Kind, a: FieldType, b: FieldType): FieldType | undefined {
  if (a.kinds?.has(kind) === true) return b.kinds?.has(kind) === true ? undefined : a;
  return b.kinds?.has(kind) === true ? b : undefined;
}

function isOnlyNull({ kinds }: FieldType): boolean {
  return kinds?.size === 0;
}

function either(a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  return a === true || b === true ? true : a === false && b === false ? false : undefined;
}

const kindNames: Readonly<Record<Kind, string>> = {
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  array: 'a list',
  object: 'an object',
};

/** Describes a type, to complete the sentence "it holds …". */
export function describeField({ kinds, mayBeNull }: FieldType): string {
  if (kinds === undefined) return 'any value';
  const named = [...kinds].filter((kind) => kind !== 'integer' || !kinds.has('number')).map((kind) => kindNames[kind]);
  if (mayBeNull === true) named.push('null');
  return named.length === 0 ? 'nothing' : named.join(' or ');
}
