import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { Kind } from './kinds.ts';

/** A resource as far as files can say it. */
export interface Resource {
  kind: Kind;
  name: string;
  /** Ids stand in it, no references; defaults are left out. */
  members: JsonObject;
  /** Its triggers start runs; for kinds that have that. */
  active: boolean;
}

/** How people speak of one. */
export function describeResource({ kind, name }: Pick<Resource, 'kind' | 'name'>): string {
  return `${kind.name} "${name}"`;
}

/** A record of the API: an object with id and name. */
export interface StoredRecord {
  id: string;
  name: string;
  record: JsonObject;
}

/** @throws {Error} when the hub shows it otherwise than its document says. */
export function toStored(value: unknown): StoredRecord {
  if (isJsonObject(value)) {
    const { id, name } = value;
    if (typeof id === 'string' && typeof name === 'string') return { id, name, record: value };
  }
  throw new Error('The hub shows a record without id or name: it is newer or older than what reads it.');
}
