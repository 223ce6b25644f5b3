import type { Clock } from '../../../../core/clock.ts';
import type { ConnectorError } from '../../../../core/connector-error.ts';
import type { JsonObject } from '../../../../core/json.ts';
import type {
  Effect,
  FindResult,
  IdempotencyClass,
  RecordTarget,
  WriteLease,
  WriteReport,
} from '../../../../core/records.ts';
import { listNearest, suggest } from '../../../../core/names/suggest.ts';
import { type Fault, toConnectorError } from '../../../kit/fault.ts';
import type { TableName } from '../../../kit/sql/identifiers.ts';
import { rejectExisting, rejectMissing, rejectUnmatched } from '../rejections.ts';
import type { TargetRequest } from '../../shared/session.ts';
import { catchFault } from '../../shared/catch-fault.ts';
import { writeEach, type WriteStep } from '../../shared/write-each.ts';
import { windowClosed, WriteWindow } from '../../shared/write-window.ts';
import { type ColumnFacts, findTable, quoteName, quoteTable, type TableFacts } from './catalog.ts';
import type { Changed, MysqlDatabase, Statement } from './connection.ts';
import type { MysqlFault } from './mysql-fault.ts';
import { statementTimeoutMs, writeTimeoutMs } from '../../../kit/sql/mysql-settings.ts';
import { asCompared, asWritten, toParameter } from './values.ts';
import { messages } from '../../../../core/messages.ts';

export interface MysqlTargetSettings {
  connectorId: string;
  database: MysqlDatabase;
  table: TableName;
  request: TargetRequest;
  idempotency: IdempotencyClass;
  system: string;
  fingerprint: string;
  batchMax: number;
  clock: Clock;
}

/** Writes records to a table, row by row: the database reports the outcome of each. */
export class MysqlTarget implements RecordTarget {
  readonly idempotency: IdempotencyClass;
  readonly system: string;
  readonly fingerprint: string;
  readonly requestTimeoutMs = statementTimeoutMs;
  readonly writeTimeoutMs = writeTimeoutMs;
  readonly searchLagMs = 0;
  readonly keyTtlMs = 0;
  readonly batchMax: number;
  readonly #settings: MysqlTargetSettings;
  #facts: TableFacts | undefined;

  constructor(settings: MysqlTargetSettings) {
    this.#settings = settings;
    this.idempotency = settings.idempotency;
    this.system = settings.system;
    this.fingerprint = settings.fingerprint;
    this.batchMax = settings.batchMax;
  }

  write(effects: readonly Effect[], lease?: WriteLease): Promise<WriteReport> {
    const window = new WriteWindow(this.#settings.clock, this, lease);
    return writeEach(effects, {
      concurrency: 1,
      writeOne: (effect) => this.#writeOne(effect, window),
      toError: (fault) => this.#toError(fault),
    });
  }

  async find(effects: readonly Effect[], signal: AbortSignal): Promise<FindResult[]> {
    const unusable = await this.#prepare(signal);
    if (unusable !== undefined) throw this.#toError(unusable);
    const results: FindResult[] = [];
    for (const { body } of effects) results.push(await this.#findOne(body, signal));
    return results;
  }

  async #findOne(body: JsonObject, signal: AbortSignal): Promise<FindResult> {
    const columns = this.#pick(body);
    if ('kind' in columns) throw this.#toError(columns);
    const statement = catchFault(() => this.#lookUp(columns, body));
    // What no column takes was not written.
    if ('fault' in statement) return { found: false };
    const found = await this.#settings.database.query(statement, signal);
    if (!found.ok && !found.isDataFault) throw this.#toError(found.fault);
    const [row] = found.ok ? found.value : [];
    return row === undefined
      ? { found: false }
      : { found: true, targetId: undefined, matchesBody: Number(row['same']) === 1 };
  }

  #lookUp(columns: readonly ColumnFacts[], body: JsonObject): Statement {
    const same = columns.map((column) => `${quoteName(column.name)} <=> ${asCompared(column)}`).join(' and ');
    const match = this.#match(body);
    const text = `select (${same}) as same from ${quoteTable(this.#settings.table)} where ${match.text} limit 1`;
    return { text, values: [...toValues(columns, body), ...match.values] };
  }

  async #writeOne({ body, targetId }: Effect, window: WriteWindow): Promise<WriteStep> {
    const unusable = await this.#prepare();
    const step: WriteStep =
      unusable === undefined
        ? await this.#writeRow(this.#nameRow(body, targetId), window)
        : { result: { outcome: 'not_sent' }, fault: unusable };
    // The table may have changed.
    if (step.fault !== undefined) this.#facts = undefined;
    return step;
  }

  /** Where no columns say which row it is, its id does. */
  #nameRow(body: JsonObject, targetId: string | undefined): JsonObject {
    const { matchOn, operation } = this.#settings.request;
    const [key] = this.#matchOn();
    const isNamed = matchOn.length > 0 || operation === 'create' || key === undefined;
    return isNamed ? body : { ...body, [key]: targetId ?? null };
  }

  async #writeRow(body: JsonObject, window: WriteWindow): Promise<WriteStep> {
    const { request } = this.#settings;
    const unmatched = this.#matchOn().find((name) => body[name] === undefined || body[name] === null);
    if (unmatched !== undefined) return { result: rejectUnmatched(unmatched) };
    if (request.operation === 'delete') return this.#delete(body, window);
    const columns = this.#pick(body);
    if ('kind' in columns) return { result: { outcome: 'not_sent' }, fault: columns };
    if (request.operation === 'create') return this.#insert(columns, body, window);
    const updated = await this.#update(columns, body, window);
    return (
      updated ?? (request.operation === 'update' ? { result: rejectMissing } : this.#insert(columns, body, window))
    );
  }

  /** @returns `undefined` when there is no such row. */
  async #update(
    columns: readonly ColumnFacts[],
    body: JsonObject,
    window: WriteWindow,
  ): Promise<WriteStep | undefined> {
    const { table } = this.#settings;
    const match = this.#match(body);
    const matchOn = this.#matchOn();
    const others = columns.filter(({ name }) => !matchOn.includes(name));
    // A row of match columns only has nothing to change, but may be there.
    const set = (others.length === 0 ? columns : others).map(equate).join(', ');
    const values = [...toValues(others.length === 0 ? columns : others, body), ...match.values];
    const text = `update ${quoteTable(table)} set ${set} where ${match.text}`;
    const outcome = await this.#change({ text, values }, window);
    if (!outcome.ok) return toFailure(outcome);
    if (outcome.value.met === 0) return undefined;
    return { result: { outcome: outcome.value.changed === 0 ? 'unchanged' : 'updated' } };
  }

  async #insert(columns: readonly ColumnFacts[], body: JsonObject, window: WriteWindow): Promise<WriteStep> {
    const { table, request } = this.#settings;
    const names = columns.map(({ name }) => quoteName(name)).join(', ');
    const text = `insert into ${quoteTable(table)} (${names}) values (${columns.map(asWritten).join(', ')})`;
    const outcome = await this.#change({ text, values: toValues(columns, body) }, window);
    if (outcome.ok) return { result: { outcome: 'created', targetId: this.#readId(body, outcome.value) } };
    const isExisting = outcome.fault.kind === 'conflict' && request.operation === 'create';
    return isExisting ? { result: rejectExisting } : toFailure(outcome);
  }

  /** The primary key of a new row, where it is one column that was given, or that counts by itself; with match columns, these are known. */
  #readId(body: JsonObject, { insertId }: Changed): string | undefined {
    const key = this.#columns().find(({ name }) => name === this.#facts?.keyColumn);
    if (key === undefined || this.#settings.request.matchOn.length > 0) return undefined;
    const given = body[key.name];
    if (typeof given === 'string' || typeof given === 'number') return String(given);
    return key.extra.includes('auto_increment') && insertId !== '0' ? insertId : undefined;
  }

  /** A row that is gone already is deleted. */
  async #delete(body: JsonObject, window: WriteWindow): Promise<WriteStep> {
    const { text, values } = this.#match(body);
    const outcome = await this.#change(
      { text: `delete from ${quoteTable(this.#settings.table)} where ${text}`, values },
      window,
    );
    return outcome.ok ? { result: { outcome: 'deleted' } } : toFailure(outcome);
  }

  #change(statement: Statement, window: WriteWindow): ReturnType<MysqlDatabase['change']> {
    if (!window.fits()) {
      return Promise.resolve({ ok: false, fault: windowClosed, sent: false, isAnswer: true, isDataFault: false });
    }
    return this.#settings.database.change(statement, statementTimeoutMs);
  }

  #match(body: JsonObject): Statement {
    const matchOn = this.#matchOn();
    const columns = this.#columns().filter(({ name }) => matchOn.includes(name));
    return { text: columns.map(equate).join(' and '), values: toValues(columns, body) };
  }

  /** Reads the definition of the table once. @returns why it cannot be written. */
  async #prepare(signal?: AbortSignal): Promise<Fault | undefined> {
    if (this.#facts !== undefined) return undefined;
    const { database, table, request } = this.#settings;
    const found = await findTable(database, table, signal);
    if (!found.ok) return found.fault;
    const { operation } = request;
    const { columns, unique, keyColumn } = found.facts;
    const matchOn = toMatch(request, keyColumn);
    const missing = matchOn.find((name) => !columns.some((column) => column.name === name));
    if (missing !== undefined) return noColumn(table, missing, columns);
    const isKey = unique.some(
      (names) => names.length === matchOn.length && names.every((name) => matchOn.includes(name)),
    );
    if (operation !== 'create' && !isKey) {
      const message =
        matchOn.length === 0
          ? `${table.name} has no primary key of one column by which its rows can be found: name match_on.`
          : `${table.name} has no unique index on (${matchOn.join(', ')}), which match_on needs.`;
      return { kind: 'config', message };
    }
    this.#facts = found.facts;
    return undefined;
  }

  #pick(body: JsonObject): ColumnFacts[] | Fault {
    const known = new Map(this.#columns().map((column) => [column.name, column]));
    const picked: ColumnFacts[] = [];
    for (const name of Object.keys(body)) {
      const column = known.get(name);
      if (column === undefined) return noColumn(this.#settings.table, name, this.#columns());
      picked.push(column);
    }
    return picked;
  }

  /** The columns by which rows are found. */
  #matchOn(): readonly string[] {
    return toMatch(this.#settings.request, this.#facts?.keyColumn);
  }

  #columns(): readonly ColumnFacts[] {
    return this.#facts?.columns ?? [];
  }

  #toError(fault: Fault): ConnectorError {
    const { connectorId, request, table } = this.#settings;
    return toConnectorError(fault, { connectorId, operation: request.operation, endpoint: quoteTable(table) });
  }
}

/** Sets a column to a parameter, or compares it with one. */
function equate(column: ColumnFacts): string {
  return `${quoteName(column.name)} = ${asWritten(column)}`;
}

/** Without match columns, a row that has to be found is found by the primary key. */
function toMatch({ matchOn, operation }: TargetRequest, keyColumn: string | undefined): readonly string[] {
  return matchOn.length > 0 || operation === 'create' || keyColumn === undefined ? matchOn : [keyColumn];
}

function toValues(columns: readonly ColumnFacts[], body: JsonObject): Statement['values'] {
  return columns.map((column) => toParameter(body[column.name] ?? null, column));
}

function toFailure({ fault, sent, isDataFault }: MysqlFault): WriteStep {
  if (!isDataFault) return { result: { outcome: sent ? 'in_doubt' : 'not_sent' }, fault };
  const message = fault.vendorMessage ?? fault.message;
  return { result: { outcome: 'rejected', code: fault.kind, message, field: fault.fields?.[0]?.field } };
}

function noColumn({ name: table }: TableName, name: string, columns: readonly ColumnFacts[]): Fault {
  const names = columns.map((column) => column.name);
  const message = messages.columnMissing({ table, column: name, meant: suggest(name, names) });
  return { kind: 'config', message, missing: { of: 'field', known: listNearest(name, names) } };
}
