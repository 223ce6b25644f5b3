import {
  anyType,
  booleanType,
  describeType,
  joinTypes,
  listType,
  mayShareValues,
  numberType,
  openObjectType,
  stringType,
  type ValueType,
} from '../value-type.ts';
import { Decimal } from '../values/decimal.ts';
import { Duration } from '../values/duration.ts';
import { Timestamp } from '../values/timestamp.ts';
import { isList, isObject, type Maybe, type Value, type ValueObject } from '../values/value.ts';

/** A type in a signature: a type of values, or a variable that stands for the same type wherever it occurs. */
export type SignatureType =
  | ValueType
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'list_of'; readonly items: SignatureType }
  | { readonly kind: 'either'; readonly types: readonly ValueType[] };

/** A type that a function asks for, with the check that a value is of it. `T` is how its values look to the function. */
export interface ParameterType<T extends Maybe> {
  readonly type: SignatureType;
  /** What `typeof` gives for all values of the type and no others, where there is such a word: spares the call. */
  readonly word?: 'string' | 'number' | 'boolean';
  accepts(value: Maybe): value is T;
  /** The function wants to see null; others give null for it without being called. */
  readonly isNullable: boolean;
}

function define<T extends Maybe>(
  type: SignatureType,
  accepts: (value: Maybe) => value is T,
  word?: 'string' | 'number' | 'boolean',
): ParameterType<T> {
  return { type, accepts, isNullable: false, ...(word === undefined ? {} : { word }) };
}

export const text = define(stringType, (value) => typeof value === 'string', 'string');
export const number = define(numberType, (value) => typeof value === 'number', 'number');
/** A whole number that a double keeps. */
export const integer = define(numberType, (value): value is number => Number.isSafeInteger(value));
export const boolean = define(booleanType, (value) => typeof value === 'boolean', 'boolean');
export const timestamp = define({ kind: 'timestamp' }, (value) => value instanceof Timestamp);
export const duration = define({ kind: 'duration' }, (value) => value instanceof Duration);
export const decimal = define({ kind: 'decimal' }, (value) => value instanceof Decimal);
export const object = define(openObjectType, (value): value is ValueObject => isObject(value));
export const any = define(anyType, (value): value is Value => value !== undefined);
export const list = define(listType(anyType), (value): value is Value[] => isList(value));
export const texts = define(listType(stringType), (value): value is string[] => isListOf(value, 'string'));
export const numbers = define(listType(numberType), (value): value is number[] => isListOf(value, 'number'));

/** An instant, or text that says one: a timestamp with a zone, or a date, which starts at midnight UTC. */
export const moment = define(
  { kind: 'either', types: [{ kind: 'timestamp' }, stringType] },
  (value): value is Timestamp | string => value instanceof Timestamp || typeof value === 'string',
);
/** A decimal, or a number, whose written digits count. */
export const amount = define(
  { kind: 'either', types: [{ kind: 'decimal' }, numberType] },
  (value): value is Decimal | number => value instanceof Decimal || typeof value === 'number',
);
/** The same, or text: what a schema calls a number stands in records as text where a double would change it. */
export const writtenAmount = define(
  { kind: 'either', types: [stringType, { kind: 'decimal' }, numberType] },
  (value): value is Decimal | number | string => amount.accepts(value) || typeof value === 'string',
);

/** Any value, of the type that `name` stands for in the signature. */
export const item = define({ kind: 'variable', name: 'T' }, (value): value is Value => value !== undefined);
export const items = define({ kind: 'list_of', items: item.type }, (value): value is Value[] => isList(value));

/** The same type for a function that wants to see null. */
export function nullable<T extends Maybe>(parameter: ParameterType<T>): ParameterType<T | null | undefined> {
  return {
    type: parameter.type,
    accepts: (value): value is T | null | undefined =>
      value === null || value === undefined || parameter.accepts(value),
    isNullable: true,
  };
}

function isListOf(value: Maybe, type: 'string' | 'number'): boolean {
  return isList(value) && value.every((member) => typeof member === type);
}

export type Bindings = Map<string, ValueType>;

/** True when a value of a type may be given for a parameter; learns what variables stand for. */
export function fits(parameter: SignatureType, given: ValueType, bindings: Bindings): boolean {
  switch (parameter.kind) {
    case 'variable':
      bindings.set(parameter.name, joinTypes(bindings.get(parameter.name) ?? given, given));
      return true;
    case 'list_of':
      if (given.kind === 'any' || given.kind === 'null') return true;
      return given.kind === 'list' && fits(parameter.items, given.items, bindings);
    case 'either':
      return parameter.types.some((type) => mayShareValues(type, given));
    case 'list':
      if (!mayShareValues(parameter, given)) return false;
      return given.kind !== 'list' || mayShareValues(parameter.items, given.items);
    default:
      return mayShareValues(parameter, given);
  }
}

/** The type with its variables replaced by what they stand for. */
export function substitute(type: SignatureType, bindings: Bindings): ValueType {
  switch (type.kind) {
    case 'variable':
      return bindings.get(type.name) ?? anyType;
    case 'list_of':
      return listType(substitute(type.items, bindings));
    case 'either':
      return type.types.reduce((a, b) => joinTypes(a, b));
    default:
      return type;
  }
}

/** How a type reads in documentation. */
export function describeSignatureType(type: SignatureType): string {
  switch (type.kind) {
    case 'variable':
      return type.name;
    case 'list_of':
      return `list of ${describeSignatureType(type.items)}`;
    case 'either':
      return type.types.map((one) => describeType(one)).join(' or ');
    default:
      return describeType(type);
  }
}
