import { z } from 'zod';
import type { Clock } from '../../../../core/clock.ts';
import type { ConnectorError } from '../../../../core/connector-error.ts';
import type { JsonObject } from '../../../../core/json.ts';
import type {
  Effect,
  EffectResult,
  FindResult,
  IdempotencyClass,
  RecordTarget,
  WriteLease,
  WriteOperation,
  WriteReport,
} from '../../../../core/records.ts';
import { type Fault, toConnectorError } from '../../../kit/fault.ts';
import type { TargetRequest } from '../../shared/session.ts';
import { type EffectGroup, planBatch } from './batches.ts';
import type { ColumnFacts } from './catalog.ts';
import type { DatabasePool } from './database-pool.ts';
import { rejectExisting, rejectMissing, rejectRow, rejectUnmatched } from '../rejections.ts';
import { answerTimeoutMs, turnTimeoutMs } from '../../../kit/sql/postgres-settings.ts';
import { deleteStatement, findStatement, insertStatement, updateStatement, upsertStatement } from './statements.ts';
import type { TargetTable } from './target-table.ts';
import { parseJson } from '../../../kit/type-guards.ts';
import { windowClosed, WriteWindow } from '../../shared/write-window.ts';

export interface TableTargetSettings {
  connectorId: string;
  database: DatabasePool;
  table: TargetTable;
  request: TargetRequest;
  idempotency: IdempotencyClass;
  system: string;
  fingerprint: string;
  batchMax: number;
  clock: Clock;
}

/** Rows of one statement, with what is known of them. */
interface Rows {
  indexes: readonly number[];
  columns: readonly ColumnFacts[];
}

/** Writes records into a table, a batch in one statement. */
export class TableTarget implements RecordTarget {
  readonly idempotency: IdempotencyClass;
  readonly system: string;
  readonly fingerprint: string;
  readonly requestTimeoutMs = turnTimeoutMs + answerTimeoutMs;
  readonly writeTimeoutMs = this.requestTimeoutMs + 1500;
  readonly searchLagMs = 0;
  readonly keyTtlMs = 0;
  readonly batchMax: number;
  readonly #settings: TableTargetSettings;

  constructor(settings: TableTargetSettings) {
    this.#settings = settings;
    this.idempotency = settings.idempotency;
    this.system = settings.system;
    this.fingerprint = settings.fingerprint;
    this.batchMax = settings.batchMax;
  }

  async write(given: readonly Effect[], lease?: WriteLease): Promise<WriteReport> {
    const { clock, table } = this.#settings;
    const window = new WriteWindow(clock, this, lease);
    const results = given.map((): EffectResult => ({ outcome: 'not_sent' }));
    const found = await table.find();
    if (!found.ok) return { results, error: this.#toError(found.fault) };
    const effects = this.#nameRows(given);
    const { groups, unmatched } = planBatch(effects, table.matchOn);
    for (const [index, field] of unmatched) results[index] = rejectUnmatched(field);
    for (const group of groups) {
      const rows = this.#toRows(group);
      const fault = 'kind' in rows ? rows : await this.#writeRows(effects, rows, results, window);
      if (fault !== undefined) {
        table.forget();
        return { results, error: this.#toError(fault) };
      }
    }
    return { results };
  }

  async find(effects: readonly Effect[], signal: AbortSignal): Promise<FindResult[]> {
    const { request, table } = this.#settings;
    const results = effects.map((): FindResult => ({ found: false }));
    const found = await table.find(signal);
    if (!found.ok) throw this.#toError(found.fault);
    for (const group of planBatch(effects, request.matchOn).groups) {
      const rows = this.#toRows(group);
      const fault = 'kind' in rows ? rows : await this.#findRows(effects, rows, results, signal);
      if (fault !== undefined) throw this.#toError(fault);
    }
    return results;
  }

  /** Where no columns say which row it is, its id does. */
  #nameRows(effects: readonly Effect[]): readonly Effect[] {
    const [key] = this.#settings.table.matchOn;
    if (key === undefined || this.#settings.request.matchOn.length > 0) return effects;
    return effects.map((effect) => ({ ...effect, body: { ...effect.body, [key]: effect.targetId ?? null } }));
  }

  #toRows({ columns, indexes }: EffectGroup): Rows | Fault {
    const { table, request } = this.#settings;
    // The values of a key are enough, also of one that the table gives itself.
    if (request.operation === 'delete') return { indexes, columns: table.listMatched() };
    const known = table.pickColumns(columns, request.operation === 'update');
    return known.ok ? { indexes, columns: known.columns } : known.fault;
  }

  /** Writes rows; where the values of one are refused, halves them until that one is alone. */
  async #writeRows(
    effects: readonly Effect[],
    rows: Rows,
    results: EffectResult[],
    window: WriteWindow,
  ): Promise<Fault | undefined> {
    const { database, request, table } = this.#settings;
    if (!window.fits()) return windowClosed;
    const text = table.statement(request.operation, rows.columns, (shape) => statements[request.operation](shape));
    const outcome = await database.run({ text, values: [toJsonText(effects, rows.indexes)] });
    if (outcome.ok) {
      this.#settle(outcome.rows[0] ?? {}, rows.indexes, results);
      return undefined;
    }
    if (!outcome.isDataFault) {
      for (const index of rows.indexes) results[index] = { outcome: outcome.sent ? 'in_doubt' : 'not_sent' };
      return outcome.fault;
    }
    const [only] = rows.indexes;
    if (rows.indexes.length === 1 && only !== undefined) {
      results[only] = rejectRow(outcome.fault, effects[only]?.body ?? {}, rows.columns);
      return undefined;
    }
    for (const half of halve(rows)) {
      const fault = await this.#writeRows(effects, half, results, window);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  #settle(answer: Record<string, unknown>, indexes: readonly number[], results: EffectResult[]): void {
    const { operation, matchOn } = this.#settings.request;
    const rest = operation === 'create' && matchOn.length === 0 ? outcomes.created : unnamed[operation];
    for (const index of indexes) results[index] = rest;
    if (typeof answer['created'] === 'number') {
      const ids = readIds(answer['ids']);
      // A trigger of the table may leave rows out: then nobody knows whose ids these are.
      if (ids.length !== indexes.length) return;
      for (const [position, index] of indexes.entries())
        results[index] = { outcome: 'created', targetId: ids[position] ?? undefined };
      return;
    }
    for (const [name, result] of Object.entries(outcomes)) {
      for (const position of readPositions(answer[name])) {
        const index = indexes[position - 1];
        if (index !== undefined) results[index] = result;
      }
    }
  }

  async #findRows(
    effects: readonly Effect[],
    rows: Rows,
    results: FindResult[],
    signal: AbortSignal,
  ): Promise<Fault | undefined> {
    const { database, table } = this.#settings;
    const text = table.statement('find', rows.columns, findStatement);
    const outcome = await database.run({ text, values: [toJsonText(effects, rows.indexes)] }, signal);
    if (!outcome.ok) {
      if (!outcome.isDataFault) return outcome.fault;
      // Values that the database refuses cannot have been written.
      if (rows.indexes.length === 1) return undefined;
      for (const half of halve(rows)) {
        const fault = await this.#findRows(effects, half, results, signal);
        if (fault !== undefined) return fault;
      }
      return undefined;
    }
    const answer = outcome.rows[0] ?? {};
    const settle = (name: string, matchesBody: boolean): void => {
      for (const position of readPositions(answer[name])) {
        const index = rows.indexes[position - 1];
        if (index !== undefined) results[index] = { found: true, targetId: undefined, matchesBody };
      }
    };
    settle('other', false);
    settle('same', true);
    return undefined;
  }

  #toError(fault: Fault): ConnectorError {
    const { connectorId, request, fingerprint } = this.#settings;
    return toConnectorError(fault, { connectorId, operation: request.operation, endpoint: fingerprint });
  }
}

const statements = {
  create: insertStatement,
  update: updateStatement,
  upsert: upsertStatement,
  delete: deleteStatement,
};

/** What became of the rows that a statement does not name. */
const unnamed: Readonly<Record<WriteOperation, EffectResult>> = {
  create: rejectExisting,
  update: { outcome: 'unchanged' },
  upsert: { outcome: 'unchanged' },
  // Gone, by this statement or before it.
  delete: { outcome: 'deleted' },
};

/** What the positions that a statement answers with mean. */
const outcomes = {
  created: { outcome: 'created' },
  updated: { outcome: 'updated' },
  written: { outcome: 'written' },
  missing: rejectMissing,
} as const satisfies Record<string, EffectResult>;

function toJsonText(effects: readonly Effect[], indexes: readonly number[]): string {
  return JSON.stringify(indexes.map((index): JsonObject => effects[index]?.body ?? {}));
}

function halve(rows: Rows): Rows[] {
  const middle = Math.ceil(rows.indexes.length / 2);
  return [
    { ...rows, indexes: rows.indexes.slice(0, middle) },
    { ...rows, indexes: rows.indexes.slice(middle) },
  ];
}

const idList = z.array(z.string().nullable());

function readIds(value: unknown): readonly (string | null)[] {
  return typeof value === 'string' ? idList.parse(parseJson(value)) : [];
}

function readPositions(value: unknown): number[] {
  return typeof value === 'string' && value !== '' ? value.split(',').map(Number) : [];
}
