import type { ConnectorError } from '../../../core/connector-error.ts';
import type { FieldComparison } from '../../../core/field-comparison.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { RecordSource, SourcePage } from '../../../core/records.ts';
import type { TableObject } from '../../kit/define.ts';
import { type Fault, toConnectorError } from '../../kit/fault.ts';
import { toJsonObject, toPlainText } from '../../kit/type-guards.ts';
import { catchFault } from '../shared/catch-fault.ts';
import { noConditions, type SqlConditions } from './sql-conditions.ts';

/** Pages shrink so that their size stays near this, whatever the rows hold. */
const pageBytesWanted = 8 * 1024 * 1024;

/** A table as its database describes it. */
export interface ReadableTable<Column extends { name: string }> {
  columns: readonly Column[];
  /** Columns of a key that is unique for every row and never null; absent: the table has none. */
  key: readonly string[] | undefined;
  /** Why rows cannot be read along these columns; `undefined` where they can. */
  refuseKey?(key: readonly Column[]): Fault | undefined;
}

/** What a page is read by: rows behind the key `after`, which is empty for the first page. */
export interface PageRequest<Column> {
  columns: readonly Column[];
  key: readonly Column[];
  conditions: SqlConditions;
  after: readonly string[];
  limit: number;
}

/** Rows of a page, and their size as JSON. */
export interface DecodedRows {
  records: JsonObject[];
  bytes: number;
}

/** How a database is read, bound to one of its tables. */
export interface TableDialect<Column extends { name: string }> {
  findTable(signal: AbortSignal): Promise<{ ok: true; table: ReadableTable<Column> } | { ok: false; fault: Fault }>;
  toConditions(where: readonly FieldComparison[], columns: readonly Column[]): SqlConditions;
  /** `decode` makes records of the rows. It throws a `FaultError` where they are too large. */
  readRows(
    page: PageRequest<Column>,
    signal: AbortSignal,
  ): Promise<{ ok: true; decode: () => DecodedRows } | { ok: false; fault: Fault }>;
  /** A value of a record as a place in the key. */
  toPlace(value: Json | undefined, column: Column): string;
}

export interface TableSourceSettings<Column extends { name: string }> {
  connectorId: string;
  dialect: TableDialect<Column>;
  object: TableObject;
  /** What rows may be left out for. */
  where: readonly FieldComparison[];
  /** Rows in a page, at most. */
  rowsMax: number;
  /** Names the table in errors. */
  endpoint: string;
}

interface ReadPlan<Column> {
  columns: readonly Column[];
  key: readonly Column[];
  conditions: SqlConditions;
}

/**
 * Reads a table along a unique key: each page begins behind the last key of the one before, so that rows that come or
 * go meanwhile neither repeat nor hide others. The cursor is that key.
 */
export class TableSource<Column extends { name: string }> implements RecordSource {
  readonly #settings: TableSourceSettings<Column>;
  #plan: ReadPlan<Column> | undefined;
  #rowsMax: number;

  constructor(settings: TableSourceSettings<Column>) {
    this.#settings = settings;
    this.#rowsMax = settings.rowsMax;
  }

  async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
    const { dialect } = this.#settings;
    this.#plan ??= await this.#prepare(signal);
    let plan = this.#plan;
    const { after: place } = toJsonObject(cursor);
    const after = Array.isArray(place) ? place.map(toPlainText) : [];
    const limit = this.#rowsMax;
    let rows = await dialect.readRows({ ...plan, after, limit }, signal);
    if (!rows.ok && plan.conditions.texts.length > 0) {
      // Few rows among many may take longer to find than a statement may: without conditions, each page ends soon.
      plan = { ...plan, conditions: noConditions };
      this.#plan = plan;
      rows = await dialect.readRows({ ...plan, after, limit }, signal);
    }
    const decoded = rows.ok ? catchFault(rows.decode) : rows;
    if ('fault' in decoded) return this.#readLess(decoded.fault, limit, cursor, signal);
    const { records, bytes } = decoded;
    this.#adapt(records.length, bytes);
    const last = records.at(-1);
    if (records.length < limit || last === undefined) return { records, bytes, next: undefined };
    return { records, bytes, next: { after: plan.key.map((column) => dialect.toPlace(last[column.name], column)) } };
  }

  /** Reads a page that was too much once more, with fewer rows. @throws {ConnectorError} when it is not that. */
  #readLess(fault: Fault, rows: number, cursor: Json, signal: AbortSignal): Promise<SourcePage> {
    if (fault.kind !== 'schema_drift' || fault.tooLarge !== true || rows === 1) throw this.#toError(fault);
    this.#rowsMax = Math.ceil(rows / 8);
    return this.readPage(cursor, signal);
  }

  #adapt(rows: number, bytes: number): void {
    const wanted = this.#settings.rowsMax;
    const fitting = rows === 0 ? wanted : Math.floor(pageBytesWanted / (bytes / rows));
    this.#rowsMax = Math.min(wanted, Math.max(1, fitting));
  }

  async #prepare(signal: AbortSignal): Promise<ReadPlan<Column>> {
    const { dialect, object, endpoint, where } = this.#settings;
    const found = await dialect.findTable(signal);
    if (!found.ok) throw this.#toError(found.fault);
    const { table } = found;
    const { columns: wanted, orderBy } = object.operations.list ?? {};
    const names = orderBy ?? table.key;
    if (names === undefined) {
      const message = `${endpoint} has no primary key: name the columns of a unique key in the option order_by.`;
      throw this.#toError({ kind: 'config', message });
    }
    const key = this.#pick(table, names);
    const refused = table.refuseKey?.(key);
    if (refused !== undefined) throw this.#toError(refused);
    const columns = wanted === undefined ? table.columns : this.#pick(table, [...new Set([...names, ...wanted])]);
    return { columns, key, conditions: dialect.toConditions(where, columns) };
  }

  #pick({ columns }: ReadableTable<Column>, names: readonly string[]): Column[] {
    return names.map((name) => {
      const column = columns.find((candidate) => candidate.name === name);
      if (column !== undefined) return column;
      throw this.#toError({ kind: 'config', message: `${this.#settings.endpoint} has no column ${name}.` });
    });
  }

  #toError(fault: Fault): ConnectorError {
    const { connectorId, endpoint } = this.#settings;
    return toConnectorError(fault, { connectorId, operation: 'list', endpoint });
  }
}
