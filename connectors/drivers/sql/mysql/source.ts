import type { ConnectorError } from '../../../../core/connector-error.ts';
import type { FieldComparison } from '../../../../core/field-comparison.ts';
import type { Json, JsonObject } from '../../../../core/json.ts';
import type { RecordSource, SourcePage } from '../../../../core/records.ts';
import type { TableObject } from '../../../kit/define.ts';
import { type Fault, toConnectorError } from '../../../kit/fault.ts';
import { catchFault } from '../../shared/catch-fault.ts';
import { toJsonObject, toPlainText } from '../../../kit/narrow.ts';
import { noConditions, type SqlConditions } from '../sql-conditions.ts';
import { type ColumnFacts, findTable, quoteName, quoteTable, type TableFacts } from './catalog.ts';
import { toConditions } from './conditions.ts';
import type { MysqlDatabase, MysqlOutcome, Row } from './connection.ts';
import { castTo, orderTerm, toJson, toPlace } from './values.ts';

/** Pages shrink so that their size stays near this, whatever the rows hold. */
const pageBytesWanted = 8 * 1024 * 1024;

export interface MysqlSourceSettings {
  connectorId: string;
  database: MysqlDatabase;
  object: TableObject;
  /** What rows may be left out for. */
  where: readonly FieldComparison[];
  rowsMax: number;
  /** Names the table in errors. */
  endpoint: string;
}

interface ReadPlan {
  columns: readonly ColumnFacts[];
  key: readonly ColumnFacts[];
  conditions: SqlConditions;
}

/** Reads a table along a unique key, as the source of PostgreSQL does. The cursor is the last key. */
export class MysqlSource implements RecordSource {
  readonly #settings: MysqlSourceSettings;
  #plan: ReadPlan | undefined;
  #rowsMax: number;

  constructor(settings: MysqlSourceSettings) {
    this.#settings = settings;
    this.#rowsMax = settings.rowsMax;
  }

  async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
    const { rowsMax } = this.#settings;
    this.#plan ??= await this.#prepare(signal);
    const { columns, key, conditions } = this.#plan;
    const { after } = toJsonObject(cursor);
    const values = Array.isArray(after) ? after.map(toPlainText) : [];
    const limit = this.#rowsMax;
    let outcome = await this.#run(this.#plan, values, signal);
    if (!outcome.ok && conditions.texts.length > 0) {
      // Few rows among many may take longer to find than a statement may: without conditions, each page ends soon.
      this.#plan = { ...this.#plan, conditions: noConditions };
      outcome = await this.#run(this.#plan, values, signal);
    }
    if (!outcome.ok) return this.#readLess(outcome.fault, limit, cursor, signal);
    const rows = outcome.value;
    const decoded = catchFault(() => ({
      records: rows.map((row): JsonObject =>
        Object.fromEntries(columns.map((column) => [column.name, toJson(row[column.name], column)])),
      ),
    }));
    if ('fault' in decoded) return this.#readLess(decoded.fault, limit, cursor, signal);
    const { records } = decoded;
    const bytes = Buffer.byteLength(JSON.stringify(records));
    const fitting = records.length === 0 ? rowsMax : Math.floor(pageBytesWanted / (bytes / records.length));
    this.#rowsMax = Math.min(rowsMax, Math.max(1, fitting));
    const last = records.at(-1);
    const next = records.length < limit || last === undefined ? undefined : toCursor(last, key);
    return { records, bytes, next };
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
  ): Promise<MysqlOutcome<readonly Row[]>> {
    const { database, object } = this.#settings;
    const names = key.map(orderTerm).join(', ');
    const place = `(${names}) > (${key.map(castTo).join(', ')})`;
    const all = after.length === 0 ? conditions.texts : [...conditions.texts, place];
    const where = all.length === 0 ? '' : ` where ${all.join(' and ')}`;
    const selected = columns.map(({ name }) => quoteName(name)).join(', ');
    const text = `select ${selected} from ${quoteTable(object.table)}${where} order by ${names} limit ${this.#rowsMax}`;
    const compared = conditions.values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    return database.query({ text, values: [...compared, ...after] }, signal);
  }

  async #prepare(signal: AbortSignal): Promise<ReadPlan> {
    const { database, object, endpoint, where } = this.#settings;
    const found = await findTable(database, object.table, signal);
    if (!found.ok) throw this.#toError(found.fault);
    const { columns: wanted, orderBy } = object.operations.list ?? {};
    const names = orderBy ?? findKey(found.facts);
    if (names === undefined) {
      const message = `${endpoint} has no primary key: name the columns of a unique key in the option order_by.`;
      throw this.#toError({ kind: 'config', message });
    }
    const key = this.#pick(found.facts, names);
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

  #toError(fault: Fault): ConnectorError {
    const { connectorId, endpoint } = this.#settings;
    return toConnectorError(fault, { connectorId, operation: 'list', endpoint });
  }
}

/** The primary key, or another unique one whose columns are never null. */
function findKey({ unique, columns }: TableFacts): readonly string[] | undefined {
  return unique.find((names) => names.every((name) => columns.find((one) => one.name === name)?.nullable === 'NO'));
}

function toCursor(last: JsonObject, key: readonly ColumnFacts[]): Json {
  return { after: key.map((column) => toPlace(last[column.name], column)) };
}
