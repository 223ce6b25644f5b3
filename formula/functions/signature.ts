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

/** A type in a signature: a value type, or a type variable. */
export type SignatureType =
  | ValueType
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'list_of'; readonly items: SignatureType }
  | { readonly kind: 'either'; readonly types: readonly ValueType[] };

/** A parameter type with its run-time check. `T` is the type of its values in the function. */
export interface ParameterType<T extends Maybe> {
  readonly type: SignatureType;
  /** The `typeof` result that identifies the type, if there is one: saves the call of the check. */
  readonly word?: 'string' | 'number' | 'boolean';
  accepts(value: Maybe): value is T;
  /** The function accepts null; other functions return null for it without being called. */
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
/** A whole number that a double represents exactly. */
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

/** An instant, or text for one: a timestamp with a zone, or a date, which means midnight UTC. */
export const moment = define(
  { kind: 'either', types: [{ kind: 'timestamp' }, stringType] },
  (value): value is Timestamp | string => value instanceof Timestamp || typeof value === 'string',
);
/** A decimal, or a number, by its decimal digits. */
export const amount = define(
  { kind: 'either', types: [{ kind: 'decimal' }, numberType] },
  (value): value is Decimal | number => value instanceof Decimal || typeof value === 'number',
);
/** The same, or text: records hold numbers that a double cannot represent as text. */
export const writtenAmount = define(
  { kind: 'either', types: [stringType, { kind: 'decimal' }, numberType] },
  (value): value is Decimal | number | string => amount.accepts(value) || typeof value === 'string',
);

/** Any value, of the type variable `name`. */
export const item = define({ kind: 'variable', name: 'T' }, (value): value is Value => value !== undefined);
export const items = define({ kind: 'list_of', items: item.type }, (value): value is Value[] => isList(value));

/** The same type, for a function that accepts null. */
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

/** True if a value of a type can be passed for a parameter; binds type variables. */
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

/** The type with its variables substituted. */
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

/** Formats a type for documentation. */
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
