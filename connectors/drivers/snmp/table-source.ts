import type { Varbind } from 'net-snmp';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { RecordSource, SourcePage } from '../../../core/records.ts';
import { ask } from './ask.ts';
import { getFollowing } from './connection.ts';
import type { SnmpContext } from './context.ts';
import { belowOid, compareOids } from '../../kit/snmp/oid.ts';
import type { Column, TableRead } from '../../kit/snmp/operations.ts';
import { toJson } from './values.ts';

/** Values per request: what fits into one datagram. Agents return fewer if it does not fit. */
const columnsMax = 8;
const rowsMax = 10;

/** Many requests make one page; this limits the time for one. */
const gatherMs = 2000;

/** The values of a column in one response, in the order of rows. */
interface Part {
  values: ReadonlyMap<string, Json>;
  /** Index up to which the column is known; `undefined`: to its end. */
  knownTo: string | undefined;
}

/**
 * Reads tables row by row, in the order of their index, which is the cursor.
 *
 * Columns are requested together, and a row may lack some of them: a row is complete once every column is known up to
 * it.
 */
export class TableSource implements RecordSource {
  readonly #context: SnmpContext;
  readonly #read: TableRead;

  constructor(context: SnmpContext, read: TableRead) {
    this.#context = context;
    this.#read = read;
  }

  async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
    const stopAt = this.#context.clock.monotonic() + gatherMs;
    const records: JsonObject[] = [];
    let place = typeof cursor === 'string' ? cursor : undefined;
    do {
      const rows = Math.min(rowsMax, this.#read.pageSize - records.length);
      const parts = await this.#readParts(place, rows, signal);
      const ends = [...parts.values()].flatMap(({ knownTo }) => knownTo ?? []).toSorted(compareOids);
      [place] = ends;
      records.push(...toRows(parts, place));
    } while (place !== undefined && records.length < this.#read.pageSize && this.#context.clock.monotonic() < stopAt);
    return { records, bytes: Buffer.byteLength(JSON.stringify(records)), next: place };
  }

  async #readParts(place: string | undefined, rows: number, signal: AbortSignal): Promise<Map<string, Part>> {
    const parts = new Map<string, Part>();
    let waiting = Object.entries(this.#read.columns);
    while (waiting.length > 0) {
      const asked = waiting.slice(0, columnsMax);
      const oids = asked.map(([, { oid }]) => (place === undefined ? oid : `${oid}.${place}`));
      const lists = await ask(this.#context, (session) => getFollowing(session, oids, rows), signal);
      for (const [at, [name, column]] of asked.entries()) {
        const list = lists[at] ?? [];
        if (list.length > 0) parts.set(name, toPart(column, list));
      }
      if (lists.length === 0) throw this.#context.toError('list', empty);
      // Columns that did not fit into the response follow in the next one.
      waiting = waiting.filter(([name]) => !parts.has(name));
    }
    return parts;
  }
}

function toPart({ oid, type }: Column, list: readonly Varbind[]): Part {
  const values = new Map<string, Json>();
  for (const varbind of list) {
    const index = belowOid(oid, varbind.oid);
    const value = toJson(varbind, type);
    if (index === undefined || value === undefined) return { values, knownTo: undefined };
    values.set(index, value);
  }
  return { values, knownTo: [...values.keys()].at(-1) };
}

function toRows(parts: ReadonlyMap<string, Part>, knownTo: string | undefined): JsonObject[] {
  const rows = new Map<string, JsonObject>();
  for (const [name, { values }] of parts) {
    for (const [index, value] of values) {
      if (knownTo !== undefined && compareOids(index, knownTo) > 0) break;
      const row = rows.get(index) ?? { index };
      rows.set(index, row);
      row[name] = value;
    }
  }
  return [...rows].toSorted(([a], [b]) => compareOids(a, b)).map(([, row]) => row);
}

const empty = { kind: 'schema_drift', message: 'The agent answers without a single value.' } as const;
