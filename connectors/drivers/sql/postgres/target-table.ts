import type { Fault } from '../../../kit/fault.ts';
import { type ColumnFacts, findTable, type FoundTable, type TableFacts } from './catalog.ts';
import type { DatabasePool } from './database-pool.ts';
import { quoteTable, type TableName } from '../../../kit/sql/identifiers.ts';
import type { WriteShape } from './statements.ts';

/** A table to write to. Its definition and its statements are cached. */
export class TargetTable {
  readonly #database: DatabasePool;
  readonly #name: TableName;
  readonly #named: readonly string[];
  readonly #needsUnique: boolean;
  readonly #texts = new Map<string, string>();
  #facts: TableFacts | undefined;

  /** @param named The match columns; without any, rows that have to be found are found by the primary key. */
  constructor(database: DatabasePool, name: TableName, named: readonly string[], needsUnique: boolean) {
    this.#database = database;
    this.#name = name;
    this.#named = named;
    this.#needsUnique = needsUnique;
  }

  /** The columns by which rows are found, once the table was found. */
  get matchOn(): readonly string[] {
    const key = this.#needsUnique && this.#named.length === 0 ? this.#keyColumn : undefined;
    return key === undefined ? this.#named : [key.name];
  }

  /** The primary key, where it is one column. */
  get #keyColumn(): ColumnFacts | undefined {
    const [name, ...others] = this.#facts?.unique.find(({ primary }) => primary)?.columns ?? [];
    return others.length === 0 ? this.#facts?.columns.find((column) => column.name === name) : undefined;
  }

  /** Ensures that the table exists and has a unique index on the match columns. */
  async find(signal?: AbortSignal): Promise<FoundTable> {
    if (this.#facts !== undefined) return { ok: true, facts: this.#facts };
    const found = await findTable(this.#database, this.#name, signal);
    if (!found.ok) return found;
    this.#facts = found.facts;
    const fault = this.#checkMatch(found.facts);
    if (fault === undefined) return found;
    this.#facts = undefined;
    return { ok: false, fault };
  }

  /** Reads the definition again before the next use, because the cached one is outdated. */
  forget(): void {
    this.#facts = undefined;
    this.#texts.clear();
  }

  /** The columns by which rows are found. */
  listMatched(): ColumnFacts[] {
    return (this.#facts?.columns ?? []).filter(({ name }) => this.matchOn.includes(name));
  }

  /** The columns of these names, or the fault that names the first that cannot be written. @param isUpdate Match columns are only compared. */
  pickColumns(
    names: readonly string[],
    isUpdate: boolean,
  ): { ok: true; columns: ColumnFacts[] } | { ok: false; fault: Fault } {
    const columns: ColumnFacts[] = [];
    for (const name of names) {
      const column = this.#facts?.columns.find((candidate) => candidate.name === name);
      const isGiven = column?.generated === true && !(isUpdate && this.matchOn.includes(name));
      const problem =
        column === undefined ? 'has no column' : isGiven ? 'gives itself the value of its column' : undefined;
      if (problem !== undefined) {
        const message = `The table ${quoteTable(this.#name)} ${problem} ${name}: correct the mapping, or the table.`;
        return { ok: false, fault: { kind: 'config', message, fields: [{ field: name, message }] } };
      }
      if (column !== undefined) columns.push(column);
    }
    return { ok: true, columns };
  }

  /** The statement's text for these columns, made once. */
  statement(verb: string, columns: readonly ColumnFacts[], make: (shape: WriteShape) => string): string {
    const key = `${verb}\0${columns.map(({ name }) => name).join('\0')}`;
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const id = this.#keyColumn;
    const text = make({
      table: this.#name,
      columns,
      matchOn: this.matchOn,
      tellsInserts: this.#facts?.kind === 'r',
      idColumn: id?.readable === true ? id.name : undefined,
    });
    this.#texts.set(key, text);
    return text;
  }

  #checkMatch({ columns, unique }: TableFacts): Fault | undefined {
    const table = quoteTable(this.#name);
    const { matchOn } = this;
    if (this.#needsUnique && matchOn.length === 0) {
      const message = `The table ${table} has no primary key of one column by which its rows can be found: name match_on.`;
      return { kind: 'config', message };
    }
    const missing = matchOn.find((name) => columns.every((column) => column.name !== name));
    if (missing !== undefined) {
      return { kind: 'config', message: `The table ${table} has no column ${missing}, which match_on names.` };
    }
    const wanted = [...matchOn].toSorted().join('\0');
    if (!this.#needsUnique || unique.some((index) => index.columns.toSorted().join('\0') === wanted)) return undefined;
    const names = matchOn.join(', ');
    const message = `The table ${table} has no unique index on (${names}): create one, or match on the columns of an existing one.`;
    return { kind: 'config', message };
  }
}
