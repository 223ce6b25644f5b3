import type { Json, JsonObject } from '../../../core/json.ts';
import type { WritePromise } from '../write-promise.ts';

export type AttributeValue = string | Buffer;

/** How a value of an attribute is written in records, where it is not simply its text. */
export interface AttributeCodec {
  decode(bytes: Buffer): Json;
  /** @throws {FaultError} `validation` when the value is not valid for the attribute. */
  encode(value: Json): string | Buffer;
  /** What stands for `null`, where entries always have the attribute. Absent: the attribute is taken away. */
  none?: string;
}

/**
 * How entries are converted to records and back.
 *
 * A record has the entry's name as `dn` and a field for each attribute: its text, or a list where it has several
 * values.
 */
export interface EntryFormat {
  /** Attributes that are lists even where they have one value. */
  lists: readonly string[];
  /** Attributes that hold names of other entries; their spelling is not compared. */
  references: readonly string[];
  codecs: Readonly<Record<string, AttributeCodec>>;
  /** Completes a record that was read. Pure. */
  decode?(record: JsonObject): JsonObject;
  /** Attributes that `encode` needs of the entry as it is. */
  encodeNeeds?: readonly string[];
  /** Makes the attributes of a mapped record; `current` is the entry as it is, absent for one to be made. Pure. */
  encode?(body: JsonObject, current: JsonObject | undefined): JsonObject;
}

/** Which entries an object stands for. */
interface LdapEntries {
  /** Name of the entry under which they are; absent: the base of the connection. */
  base?: string | undefined;
  scope: 'base' | 'one' | 'sub';
  /** @see https://www.rfc-editor.org/rfc/rfc4515 */
  filter: string;
  format: EntryFormat;
}

export interface LdapRead extends LdapEntries {
  /** Attributes to read; absent: those that are not operational. */
  attributes?: readonly string[] | undefined;
  pageSize: number;
  /**
   * A whole number that every entry has, and that grows with every change of it: entries are read along it, so that the
   * place of a reading outlives its connection. Absent: in pages that the directory keeps for one connection.
   */
  along?: string | undefined;
  /**
   * With `along`: attributes that tell how far the numbers have come (`highest`), and whose they are: of the root the name of
   * an entry (`service`), and of that what changes when the server is restored (`incarnation`). Entries are asked for what
   * changed then. `others`: filter of entries whose changes show in these without raising their numbers; where one of them
   * has changed, everything is read.
   */
  numbers?: { highest: string; service: string; incarnation: string; others?: string | undefined } | undefined;
  /** Entries are asked for what changed; so much of what was read before is read again. Absent: they are read whole. */
  incremental?: { overlapMs: number } | undefined;
}

export interface LdapWrite extends LdapEntries {
  promise: WritePromise;
  /** Attribute that names new entries; absent: the first match field, and without one the record's own `dn`. */
  rdn?: string | undefined;
  /** Given to new entries that bring none themselves. */
  objectClasses: readonly string[];
}

/**
 * Writes first search for their entry, so that repeating one has no further effect: by the match fields, and without them a
 * new entry by the name that it will have.
 */
export const ldapPromises = {
  create: { idempotency: 'lookup', matchOn: 'optional', identity: 'assigned', identityWithMatch: 'match' },
  change: { idempotency: 'natural', matchOn: 'required', identity: 'match' },
} as const satisfies Record<string, WritePromise>;
