import { toId } from '../../core/ids.ts';
import { isJsonObject } from '../../core/json.ts';
import { type Database, withTenantPipelined } from '../../drizzle/index.ts';
import type { LookupEntries, LookupTables } from '../../formula/lookup-tables.ts';
import { RunUnusableError } from '../../core/runs/run-unusable-error.ts';
import { messages } from '../../core/messages.ts';

/** A version of a lookup table that a run uses. */
export interface LookupVersion {
  /** UUID of the table. */
  id: string;
  version: number;
}

interface Entry {
  entries: LookupEntries;
  /** Length of the entries as JSON. */
  size: number;
}

/** What the tables at rest may take, as JSON; those of runs at work are held by their plans besides. */
const sizeMax = 64 * 1024 * 1024;

/** Lookup tables of recent runs. A version never changes. */
export class LookupCache {
  readonly #database: Database;
  readonly #tables = new Map<string, Entry>();
  #size = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws {RunUnusableError} when a version is gone. */
  async get(orgId: string, versions: readonly LookupVersion[]): Promise<LookupTables> {
    const tables = new Map<string, LookupEntries>();
    for (const version of versions) tables.set(toId('lookupTable', version.id), await this.#find(orgId, version));
    return tables;
  }

  async #find(orgId: string, { id, version }: LookupVersion): Promise<LookupEntries> {
    const key = `${orgId}|${id}|${version}`;
    const entry = this.#tables.get(key) ?? (await this.#read(orgId, { id, version }));
    // Re-inserting keeps the most recently used ones at the end.
    this.#drop(key);
    this.#tables.set(key, entry);
    this.#size += entry.size;
    for (const oldest of this.#tables.keys()) {
      if (this.#size <= sizeMax) break;
      this.#drop(oldest);
    }
    return entry.entries;
  }

  #drop(key: string): void {
    this.#size -= this.#tables.get(key)?.size ?? 0;
    this.#tables.delete(key);
  }

  async #read(orgId: string, { id, version }: LookupVersion): Promise<Entry> {
    const [row] = await withTenantPipelined(this.#database, orgId, ({ sql }) =>
      sql<{ entries: unknown; size: number }[]>`
        select entries, length(entries::text) as size from lookup_table_versions
        where org_id = ${orgId} and table_id = ${id} and version = ${version}`.execute(),
    );
    if (row === undefined) throw new RunUnusableError(messages.runLookupTableGone);
    return { entries: new Map(Object.entries(isJsonObject(row.entries) ? row.entries : {})), size: row.size };
  }
}
