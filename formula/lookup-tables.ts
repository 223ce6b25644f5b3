import type { Json } from '../core/json.ts';

/** The entries of a lookup table: values by the text of their keys. */
export type LookupEntries = ReadonlyMap<string, Json>;

/** The stored tables that a definition names, by their ids. */
export type LookupTables = ReadonlyMap<string, LookupEntries>;

/** A place of a definition that names a stored table. */
export interface LookupUse {
  /** Path into the definition, for messages. */
  path: string;
  /** Id of the table, `lut_…`; a name where the definition was not saved with its id. */
  table: string;
}

/** Finds the entry of a scalar by its text; lists and objects have none. */
export function findEntry(entries: LookupEntries, value: Json): Json | undefined {
  return typeof value === 'object' ? undefined : entries.get(typeof value === 'string' ? value : String(value));
}
