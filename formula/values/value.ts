import type { Json } from '../../core/json.ts';
import { Decimal } from './decimal.ts';
import { Duration } from './duration.ts';
import { Special } from './special.ts';
import { Timestamp } from './timestamp.ts';

/** A run-time value: JSON, or a special that becomes text in results. */
export type Value = null | boolean | number | string | Special | Value[] | ValueObject;

export type ValueObject = { [name: string]: Value };

/** A value, or `undefined` if a path does not exist; operators treat both it and null as "no value". */
export type Maybe = Value | undefined;

/** True for lists; `Array.isArray` would take an object for a list of anything. */
export function isList(value: Maybe): value is Value[] {
  return Array.isArray(value);
}

/** True for objects with members, not for specials. */
export function isObject(value: Maybe): value is ValueObject {
  return typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Special);
}

/** JSON values need no conversion. */
export function fromJson(value: Json | undefined): Maybe {
  return value;
}

/** Names the type of a value, for messages and `type()`; never its content. */
export function typeOfValue(value: Maybe): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value !== 'object') return typeof value;
  if (isList(value)) return 'list';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof Duration) return 'duration';
  return value instanceof Decimal ? 'decimal' : 'object';
}

/**
 * Reads an own member of an object, or an item of a list.
 *
 * @returns null if the target is null, `undefined` if it has no such member or item.
 */
export function readMember(target: Maybe, segment: string | number): Maybe {
  if (typeof target !== 'object' || target === null) return target === null ? null : undefined;
  if (isList(target)) return typeof segment === 'number' ? target[segment] : undefined;
  if (typeof segment !== 'string' || target instanceof Special || !Object.hasOwn(target, segment)) return undefined;
  return target[segment];
}
