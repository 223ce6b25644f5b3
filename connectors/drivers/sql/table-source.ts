import type { ConnectorError } from '../../../core/connector-error.ts';
import type { FieldComparison } from '../../../core/field-comparison.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { RecordSource, SourcePage } from '../../../core/records.ts';
import { listNearest, suggest } from '../../../core/names/suggest.ts';
import type { TableObject } from '../../kit/object-types.ts';
import { type Fault, toConnectorError } from '../../kit/fault.ts';
import { toJsonObject, toPlainText } from '../../kit/type-guards.ts';
import { catchFault } from '../shared/catch-fault.ts';
import { noConditions, type SqlConditions } from './sql-conditions.ts';
import type { CursorKind, FoundMark, MarkRequest, RowRange } from './table-changes.ts';
import { messages } from '../../../core/messages.ts';

/** Pages shrink so that their size stays near this, whatever the rows hold. */
const pageBytesWanted = 8 * 1024 * 1024;

/** The definition of a table. */
export interface ReadableTable<Column extends { name: string }> {
  columns: readonly Column[];
  /** Columns of a key that is unique for every row and never null; absent if the table has no such key. */
  key: readonly string[] | undefined;
  /** Why rows cannot be read along these columns; `undefined` where they can. */
  refuseKey?(key: readonly Column[]): Fault | undefined;
}

/** What a page is read by: rows behind the key `after`, which is empty for the first page. */
export interface PageRequest<Column> {
  columns: readonly Column[];
  key: readonly Column[];
  conditions: SqlConditions;
  /** Rows by their value in a column: from one on, or without any. */
  range?: { column: Column; rows: RowRange };
  after: readonly string[];
  limit: number;
}

/** A page of rows, and the key of the last one where others may follow. */
export interface RowPage extends DecodedRows {
  after: readonly string[] | undefined;
}

/** Rows of a page, and their size as JSON. */
export interface DecodedRows {
  records: JsonObject[];
  bytes: number;
}

/** What rows are found by: values of one column. */
export interface RowSearch<Column> {
  columns: readonly Column[];
  by: Column;
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
  /** Finds rows by values, given as texts. A data fault: one of them is no value of the column. */
  searchRows(
    search: RowSearch<Column>,
    values: readonly string[],
    signal: AbortSignal,
  ): Promise<{ ok: true; decode: () => DecodedRows } | { ok: false; fault: Fault; isDataFault: boolean }>;
  /** A value of a record as a place in the key. */
  toPlace(value: Json | undefined, column: Column): string;
  /** How a column shows changes. `undefined` if its values have no usable order. */
  findCursorKind(column: Column): CursorKind | undefined;
  isNullable(column: Column): boolean;
  readMark(request: MarkRequest<Column>, signal: AbortSignal): Promise<FoundMark>;
}

export interface TableSourceSettings<Column extends { name: string }> {
  connectorId: string;
  dialect: TableDialect<Column>;
  object: TableObject;
  /** Conditions by which rows may be omitted. */
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
  /** The column that shows changes. */
  cursor: { column: Column; kind: CursorKind } | undefined;
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
    const { after, ...page } = await this.readRows(readPlace(toJsonObject(cursor)['after']), undefined, signal);
    return { ...page, next: after && { after: [...after] } };
  }

  /**
   * Reads rows behind a place: along the key, or along cursor column and key where those from a value on are asked for.
   *
   * @throws {ConnectorError}
   */
  async readRows(after: readonly string[], rows: RowRange | undefined, signal: AbortSignal): Promise<RowPage> {
    const { dialect } = this.#settings;
    const plan = (this.#plan ??= await this.#prepare(signal));
    const ranged = toRanged(plan, rows, after);
    const limit = this.#rowsMax;
    let found = await dialect.readRows({ ...plan, ...ranged, after, limit }, signal);
    if (!found.ok && plan.conditions.texts.length > 0) {
      // Few rows among many may take longer to find than a statement may: without conditions, each page ends soon.
      this.#plan = { ...plan, conditions: noConditions };
      found = await dialect.readRows({ ...this.#plan, ...ranged, after, limit }, signal);
    }
    const decoded = found.ok ? catchFault(found.decode) : found;
    if ('fault' in decoded) return this.#readLess(decoded.fault, limit, () => this.readRows(after, rows, signal));
    const { records, bytes } = decoded;
    this.#adapt(records.length, bytes);
    const last = records.at(-1);
    if (records.length < limit || last === undefined) return { records, bytes, after: undefined };
    return { records, bytes, after: ranged.key.map((column) => dialect.toPlace(last[column.name], column)) };
  }

  /**
   * Finds the newest committed change.
   *
   * @param before The newest value of the previous read.
   * @throws {ConnectorError}
   */
  async readMark(before: string | undefined, signal: AbortSignal): Promise<Extract<FoundMark, { ok: true }>> {
    const { dialect, object } = this.#settings;
    const { column } = (this.#plan ??= await this.#prepare(signal)).cursor ?? {};
    const { cursor } = object.operations.list ?? {};
    if (column === undefined || cursor === undefined) return { ok: true, mark: undefined, isBehind: false };
    const found = await dialect.readMark({ column, cursor, before }, signal);
    if (found.ok) return found;
    throw this.toError(found.fault);
  }

  /** @throws {ConnectorError} */
  async findCursorKind(signal: AbortSignal): Promise<CursorKind | undefined> {
    return (this.#plan ??= await this.#prepare(signal)).cursor?.kind;
  }

  /** Whether rows may have no value in the cursor column. @throws {ConnectorError} */
  async lacksValues(signal: AbortSignal): Promise<boolean> {
    const { cursor } = (this.#plan ??= await this.#prepare(signal));
    return cursor !== undefined && this.#settings.dialect.isNullable(cursor.column);
  }

  /** Reads a page that was too large again, with fewer rows. @throws {ConnectorError} for any other failure. */
  #readLess(fault: Fault, rows: number, readAgain: () => Promise<RowPage>): Promise<RowPage> {
    if (fault.kind !== 'schema_drift' || fault.tooLarge !== true || rows === 1) throw this.toError(fault);
    this.#rowsMax = Math.ceil(rows / 8);
    return readAgain();
  }

  #adapt(rows: number, bytes: number): void {
    const wanted = this.#settings.rowsMax;
    const fitting = rows === 0 ? wanted : Math.floor(pageBytesWanted / (bytes / rows));
    this.#rowsMax = Math.min(wanted, Math.max(1, fitting));
  }

  async #prepare(signal: AbortSignal): Promise<ReadPlan<Column>> {
    const { dialect, object, endpoint, where } = this.#settings;
    const found = await dialect.findTable(signal);
    if (!found.ok) throw this.toError(found.fault);
    const { table } = found;
    const { columns: wanted, orderBy, cursor: asked } = object.operations.list ?? {};
    const names = orderBy ?? table.key;
    if (names === undefined) {
      const message = `${endpoint} has no primary key: name the columns of a unique key in the option order_by.`;
      throw this.toError({ kind: 'config', message });
    }
    const key = this.#pick(table, names);
    const refused = table.refuseKey?.(key);
    if (refused !== undefined) throw this.toError(refused);
    const cursor = asked && this.#toCursor(table, asked.column);
    const needed = [...names, ...(asked === undefined ? [] : [asked.column])];
    const columns = wanted === undefined ? table.columns : this.#pick(table, [...new Set([...needed, ...wanted])]);
    return { columns, key, cursor, conditions: dialect.toConditions(where, columns) };
  }

  #toCursor(table: ReadableTable<Column>, name: string): ReadPlan<Column>['cursor'] {
    const { dialect, endpoint } = this.#settings;
    const [column] = this.#pick(table, [name]);
    const kind = column && dialect.findCursorKind(column);
    if (column !== undefined && kind !== undefined) return { column, kind };
    const message = `The values of ${name} of ${endpoint} cannot tell what changed: name a column of times, or of numbers or texts that grow.`;
    throw this.toError({ kind: 'config', message });
  }

  #pick({ columns }: ReadableTable<Column>, wanted: readonly string[]): Column[] {
    return wanted.map((name) => {
      const column = columns.find((candidate) => candidate.name === name);
      if (column !== undefined) return column;
      const names = columns.map((candidate) => candidate.name);
      throw this.toError({
        kind: 'config',
        message: messages.columnMissing({ table: this.#settings.endpoint, column: name, meant: suggest(name, names) }),
        missing: { of: 'field', known: listNearest(name, names) },
      });
    });
  }

  toError(fault: Fault): ConnectorError {
    const { connectorId, endpoint } = this.#settings;
    return toConnectorError(fault, { connectorId, operation: 'list', endpoint });
  }
}

/** A place in a key, as a cursor holds it; empty for the first page. */
export function readPlace(place: Json | undefined): readonly string[] {
  return Array.isArray(place) ? place.map(toPlainText) : [];
}

/** What rows of a range are read along. A page behind another need not look at values before that one's last. */
function toRanged<Column extends { name: string }>(
  { key, cursor }: ReadPlan<Column>,
  rows: RowRange | undefined,
  after: readonly string[],
): Pick<PageRequest<Column>, 'key' | 'range'> {
  if (cursor === undefined || rows === undefined) return { key };
  const { column } = cursor;
  if (rows === 'unset') return { key, range: { column, rows } };
  const [from = rows.from] = after;
  return { key: [column, ...key.filter(({ name }) => name !== column.name)], range: { column, rows: { from } } };
}
