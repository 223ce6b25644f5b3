import type { ConnectorError, MissingName } from '../../../core/connector-error.ts';
import type { JsonObject } from '../../../core/json.ts';
import { messages } from '../../../core/messages.ts';
import { listNearest, suggest } from '../../../core/names/suggest.ts';
import type { RecordFinder } from '../../../core/records.ts';
import { type Fault, toConnectorError } from '../../kit/fault.ts';
import type { TableObject } from '../../kit/object-types.ts';
import { catchFault } from '../shared/catch-fault.ts';
import type { RowSearch, TableDialect } from './table-source.ts';

/** Values in one statement. */
const valuesMax = 500;

export interface RowFinderSettings<Column extends { name: string }> {
  connectorId: string;
  dialect: TableDialect<Column>;
  object: TableObject;
  /** Column that is searched by. */
  column: string;
  /** Names the table in errors. */
  endpoint: string;
}

/** Finds rows by the values of a column, an index probe for each where it has an index. */
export class RowFinder<Column extends { name: string }> implements RecordFinder {
  readonly #settings: RowFinderSettings<Column>;
  #plan: RowSearch<Column> | undefined;

  constructor(settings: RowFinderSettings<Column>) {
    this.#settings = settings;
  }

  async find(values: readonly string[], signal: AbortSignal): Promise<JsonObject[]> {
    this.#plan ??= await this.#prepare(signal);
    const found: JsonObject[] = [];
    for (let start = 0; start < values.length; start += valuesMax) {
      found.push(...(await this.#search(this.#plan, values.slice(start, start + valuesMax), signal)));
    }
    return found;
  }

  /**
   * A value that is invalid for the column's type fails the statement. The values are split until it is alone, and it
   * matches no row.
   */
  async #search(plan: RowSearch<Column>, values: readonly string[], signal: AbortSignal): Promise<JsonObject[]> {
    const outcome = await this.#settings.dialect.searchRows(plan, values, signal);
    if (outcome.ok) {
      const decoded = catchFault(outcome.decode);
      if ('fault' in decoded) throw this.#toError(decoded.fault);
      return decoded.records;
    }
    if (!outcome.isDataFault) throw this.#toError(outcome.fault);
    if (values.length === 1) return [];
    const middle = Math.ceil(values.length / 2);
    return [
      ...(await this.#search(plan, values.slice(0, middle), signal)),
      ...(await this.#search(plan, values.slice(middle), signal)),
    ];
  }

  async #prepare(signal: AbortSignal): Promise<RowSearch<Column>> {
    const { dialect, object, column, endpoint } = this.#settings;
    const found = await dialect.findTable(signal);
    if (!found.ok) throw this.#toError(found.fault);
    const { columns: known } = found.table;
    const pick = (name: string, of: MissingName['of']): Column => {
      const picked = known.find((candidate) => candidate.name === name);
      if (picked !== undefined) return picked;
      const names = known.map((candidate) => candidate.name);
      const message = messages.columnMissing({ table: endpoint, column: name, meant: suggest(name, names) });
      throw this.#toError({ kind: 'config', message, missing: { of, known: listNearest(name, names) } });
    };
    const by = pick(column, 'key');
    const wanted = object.operations.list?.columns;
    const columns = wanted === undefined ? known : [...new Set([column, ...wanted])].map((name) => pick(name, 'field'));
    return { columns, by };
  }

  #toError(fault: Fault): ConnectorError {
    const { connectorId, endpoint } = this.#settings;
    return toConnectorError(fault, { connectorId, operation: 'find', endpoint });
  }
}
