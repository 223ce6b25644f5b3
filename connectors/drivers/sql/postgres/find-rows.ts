import type { ConnectorError } from '../../../../core/connector-error.ts';
import { isJsonObject, type JsonObject } from '../../../../core/json.ts';
import { type RecordFinder, searchedField } from '../../../../core/records.ts';
import type { TableObject } from '../../../kit/object-types.ts';
import { type Fault, toConnectorError } from '../../../kit/fault.ts';
import { catchFault } from '../../shared/catch-fault.ts';
import { parseJson } from '../../../kit/type-guards.ts';
import { type ColumnFacts, findTable } from './catalog.ts';
import type { DatabasePool } from './database-pool.ts';
import { suggest } from '../../../../core/names/suggest.ts';
import { searchStatement } from './page-statement.ts';
import { messages } from '../../../../core/messages.ts';

/** Values in one statement. */
const valuesMax = 500;

export interface RowFinderSettings {
  connectorId: string;
  database: DatabasePool;
  object: TableObject;
  /** Column that is searched by. */
  column: string;
  /** Names the table in errors. */
  endpoint: string;
}

/** Finds rows by the values of a column, an index probe for each where it has an index. */
export class RowFinder implements RecordFinder {
  readonly #settings: RowFinderSettings;
  #statement: string | undefined;

  constructor(settings: RowFinderSettings) {
    this.#settings = settings;
  }

  async find(values: readonly string[], signal: AbortSignal): Promise<JsonObject[]> {
    this.#statement ??= await this.#prepare(signal);
    const found: JsonObject[] = [];
    for (let start = 0; start < values.length; start += valuesMax) {
      found.push(...(await this.#search(this.#statement, values.slice(start, start + valuesMax), signal)));
    }
    return found;
  }

  /**
   * A value that is invalid for the column's type fails the statement. The values are split until it is alone, and it
   * matches no row.
   */
  async #search(text: string, values: readonly string[], signal: AbortSignal): Promise<JsonObject[]> {
    const outcome = await this.#settings.database.run({ text, values: [JSON.stringify(values)] }, signal);
    if (outcome.ok) {
      const page = outcome.rows[0]?.['page'];
      const parsed = catchFault(() => ({ records: parseJson(typeof page === 'string' ? page : '[]') }));
      if ('fault' in parsed) throw this.#toError(parsed.fault);
      return Array.isArray(parsed.records) ? parsed.records.filter(isJsonObject) : [];
    }
    if (!outcome.isDataFault) throw this.#toError(outcome.fault);
    if (values.length === 1) return [];
    const middle = Math.ceil(values.length / 2);
    return [
      ...(await this.#search(text, values.slice(0, middle), signal)),
      ...(await this.#search(text, values.slice(middle), signal)),
    ];
  }

  async #prepare(signal: AbortSignal): Promise<string> {
    const { database, object, column, endpoint } = this.#settings;
    const found = await findTable(database, object.table, signal);
    if (!found.ok) throw this.#toError(found.fault);
    const pick = (name: string, field?: string): ColumnFacts => {
      const known = found.facts.columns.find((candidate) => candidate.name === name);
      if (known !== undefined) return known;
      const columns = found.facts.columns.map((candidate) => candidate.name);
      const message = messages.columnMissing({ table: endpoint, column: name, meant: suggest(name, columns) });
      throw this.#toError({ kind: 'config', message, fields: field === undefined ? [] : [{ field, message }] });
    };
    const by = pick(column, searchedField);
    const wanted = object.operations.list?.columns;
    const columns =
      wanted === undefined ? found.facts.columns : [...new Set([column, ...wanted])].map((name) => pick(name));
    return searchStatement({ table: object.table, columns, by });
  }

  #toError(fault: Fault): ConnectorError {
    const { connectorId, endpoint } = this.#settings;
    return toConnectorError(fault, { connectorId, operation: 'find', endpoint });
  }
}
