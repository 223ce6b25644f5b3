import type { Json } from '../core/json.ts';

/** Entries of a lookup table: values by key text. */
export type LookupEntries = ReadonlyMap<string, Json>;

/** Stored tables that a definition names, by id. */
export type LookupTables = ReadonlyMap<string, LookupEntries>;

/** A part of a definition that names a stored table. */
export interface LookupUse {
  /** Path into the definition, for messages. */
  path: string;
  /** Id of the table, `lut_…`; a name if the definition was not saved with the id. */
  table: string;
}

/** Finds the entry for a scalar by its text; lists and objects have none. */
export function findEntry(entries: LookupEntries, value: Json): Json | undefined {
  return typeof value === 'object' ? undefined : entries.get(typeof value === 'string' ? value : String(value));
}
