import type { FieldComparison } from '../../../../core/field-comparison.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import type { RecordSource, SourcePage } from '../../../../core/records.ts';
import type { ConnectorError } from '../../../../core/connector-error.ts';
import type { TableObject } from '../../../kit/define.ts';
import { type Fault, toConnectorError } from '../../../kit/fault.ts';
import { catchFault } from '../../shared/catch-fault.ts';
import { parseJson, toJsonObject, toPlainText } from '../../../kit/narrow.ts';
import { noConditions, type SqlConditions } from '../sql-conditions.ts';
import { type ColumnFacts, findTable, type TableFacts } from './catalog.ts';
import { toConditions } from './conditions.ts';
import type { StatementOutcome } from './database.ts';
import type { DatabasePool } from './database-pool.ts';
import { pageStatement } from './page-statement.ts';

/** Pages shrink so that their size stays near this, whatever the rows hold. */
const pageBytesWanted = 8 * 1024 * 1024;

export interface TableSourceSettings {
  connectorId: string;
  database: DatabasePool;
  object: TableObject;
  /** What rows may be left out for. */
  where: readonly FieldComparison[];
  /** Rows in a page, at most. */
  rowsMax: number;
  /** Names the table in errors. */
  endpoint: string;
}

interface ReadPlan {
  columns: readonly ColumnFacts[];
  key: readonly ColumnFacts[];
  conditions: SqlConditions;
}

/**
 * Reads a table along a unique key: each page begins behind the last key of the one before, so that rows that come or
 * go meanwhile neither repeat nor hide others. The cursor is that key.
 */
export class TableSource implements RecordSource {
  readonly #settings: TableSourceSettings;
  #plan: ReadPlan | undefined;
  #rowsMax: number;

  constructor(settings: TableSourceSettings) {
    this.#settings = settings;
    this.#rowsMax = settings.rowsMax;
  }

  async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
    this.#plan ??= await this.#prepare(signal);
    const { key, conditions } = this.#plan;
    const after = toJsonObject(cursor)['after'];
    const values = Array.isArray(after) ? after.map(String) : [];
    const limit = this.#rowsMax;
    let outcome = await this.#run(this.#plan, values, signal);
    if (!outcome.ok && conditions.texts.length > 0) {
      // Few rows among many may take longer to find than a statement may: without conditions, each page ends soon.
      this.#plan = { ...this.#plan, conditions: noConditions };
      outcome = await this.#run(this.#plan, values, signal);
    }
    if (!outcome.ok) return this.#readLess(outcome.fault, limit, cursor, signal);
    const page = outcome.rows[0]?.['page'];
    const json = typeof page === 'string' ? page : '[]';
    const bytes = Buffer.byteLength(json);
    const parsed = catchFault(() => ({ records: toRecords(parseJson(json)) }));
    if ('fault' in parsed) return this.#readLess(parsed.fault, limit, cursor, signal);
    const { records } = parsed;
    this.#adapt(records.length, bytes);
    return { records, bytes, next: records.length < limit ? undefined : toCursor(records.at(-1), key) };
  }

  /** Reads a page that was too much once more, with fewer rows. @throws {ConnectorError} when it is not that. */
  #readLess(fault: Fault, rows: number, cursor: Json, signal: AbortSignal): Promise<SourcePage> {
    if (fault.kind !== 'schema_drift' || fault.tooLarge !== true || rows === 1) throw this.#toError(fault);
    this.#rowsMax = Math.ceil(rows / 8);
    return this.readPage(cursor, signal);
  }

  #run(
    { columns, key, conditions }: ReadPlan,
    after: readonly string[],
    signal: AbortSignal,
  ): Promise<StatementOutcome> {
    const { database, object } = this.#settings;
    const text = pageStatement({ table: object.table, columns, key, isFirst: after.length === 0, conditions });
    return database.run({ text, values: [...conditions.values.map(String), ...after, this.#rowsMax] }, signal);
  }

  async #prepare(signal: AbortSignal): Promise<ReadPlan> {
    const { database, object, endpoint, where } = this.#settings;
    const found = await findTable(database, object.table, signal);
    if (!found.ok) throw this.#toError(found.fault);
    const { columns: wanted, orderBy } = object.operations.list ?? {};
    const names = orderBy ?? findKey(found.facts);
    if (names === undefined) {
      throw this.#toError({
        kind: 'config',
        message: `${endpoint} has no primary key: name the columns of a unique key in the option order_by.`,
      });
    }
    const key = this.#pick(found.facts, names);
    const nullable = key.find(({ notNull }) => !notNull);
    if (nullable !== undefined && found.facts.kind !== 'v' && found.facts.kind !== 'm') {
      throw this.#toError({
        kind: 'config',
        message: `Rows cannot be read along ${nullable.name}, which may be null.`,
      });
    }
    const columns =
      wanted === undefined ? found.facts.columns : this.#pick(found.facts, [...new Set([...names, ...wanted])]);
    return { columns, key, conditions: toConditions(where, columns) };
  }

  #pick({ columns }: TableFacts, names: readonly string[]): ColumnFacts[] {
    return names.map((name) => {
      const column = columns.find((candidate) => candidate.name === name);
      if (column !== undefined) return column;
      throw this.#toError({ kind: 'config', message: `${this.#settings.endpoint} has no column ${name}.` });
    });
  }

  #adapt(rows: number, bytes: number): void {
    const wanted = this.#settings.rowsMax;
    const fitting = rows === 0 ? wanted : Math.floor(pageBytesWanted / (bytes / rows));
    this.#rowsMax = Math.min(wanted, Math.max(1, fitting));
  }

  #toError(fault: Fault): ConnectorError {
    const { connectorId, endpoint } = this.#settings;
    return toConnectorError(fault, { connectorId, operation: 'list', endpoint });
  }
}

function findKey({ unique, columns }: TableFacts): readonly string[] | undefined {
  const isKey = (names: readonly string[]): boolean =>
    names.every((name) => columns.find((column) => column.name === name)?.notNull === true);
  return unique.find((index) => index.primary || isKey(index.columns))?.columns;
}

function toRecords(page: Json): JsonObject[] {
  return Array.isArray(page) ? page.filter(isJsonObject) : [];
}

/** Every type's JSON form is also one that its input takes, so that the record itself gives the place. */
function toCursor(last: JsonObject | undefined, key: readonly ColumnFacts[]): Json | undefined {
  return last === undefined ? undefined : { after: key.map(({ name }) => toPlainText(last[name])) };
}
