import type { Json } from '../../../core/json.ts';
import type { ReadingStart, RecordSource, SourcePage } from '../../../core/records.ts';
import type { Fault } from '../../kit/fault.ts';
import { toJsonObject } from '../../kit/type-guards.ts';
import type { RowRange, TableMark } from './table-changes.ts';
import { readPlace, type TableSource } from './table-source.ts';

/** The position of a read. */
interface Stand {
  /** Every row, along the key; those from a value on; those without a value. */
  part: 'all' | 'changed' | 'unset';
  after: readonly string[];
  from: string | undefined;
  /** The newest value of the previous read. */
  before: string | undefined;
  /** Found before the first row was read; `null`: no row had a value. */
  mark: TableMark | null | undefined;
}

/**
 * Reads the changed rows of a table: those whose cursor column has a value from the last read's mark on, along that
 * column and the key, then those without a value, since it is unknown when these changed. The mark of the next read is
 * taken before the first row is read. A full read goes along the key.
 *
 * If the newest value is less than before, as after a restored backup or a reset sequence, everything is read.
 */
export class ChangedRowsSource<Column extends { name: string }> implements RecordSource {
  readonly #table: TableSource<Column>;

  constructor(table: TableSource<Column>) {
    this.#table = table;
  }

  begin(start: ReadingStart): Json | undefined {
    if ('since' in start) return { part: 'changed', since: new Date(start.since).toISOString() };
    const mark = readMark(start.watermark);
    return mark && { part: 'changed', from: mark.from, before: mark.newest };
  }

  async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
    const here = await this.#findStand(cursor, signal);
    const mark = here.mark === undefined ? await this.#lookAhead(here, signal) : here.mark;
    const { records, bytes, after } = await this.#table.readRows(here.after, toRange(here), signal);
    const page = { records, bytes };
    if (after !== undefined) return { ...page, next: toCursor({ ...here, after, mark }) };
    if (here.part === 'changed' && (await this.#table.lacksValues(signal))) {
      return { ...page, next: toCursor({ ...here, part: 'unset', after: [], mark }) };
    }
    return { ...page, next: undefined, ...(mark === null ? {} : { watermark: { ...mark } }) };
  }

  /** A column of numbers cannot be compared with an instant, so everything is read. */
  async #findStand(cursor: Json, signal: AbortSignal): Promise<Stand> {
    const { since, part, after, from, before, mark } = toJsonObject(cursor);
    const stand = {
      part: part === 'changed' || part === 'unset' ? part : 'all',
      after: readPlace(after),
      from: typeof from === 'string' ? from : undefined,
      before: typeof before === 'string' ? before : undefined,
      mark: mark === null ? null : readMark(mark),
    } as const;
    if (typeof since !== 'string') return stand;
    const isTime = (await this.#table.findCursorKind(signal)) === 'time';
    return isTime ? { ...stand, from: since.replace('T', ' ').replace('Z', '') } : { ...stand, part: 'all' };
  }

  async #lookAhead({ before }: Stand, signal: AbortSignal): Promise<TableMark | null> {
    const { mark, isBehind } = await this.#table.readMark(before, signal);
    if (before !== undefined && isBehind) throw this.#table.toError(wentBack);
    return mark ?? null;
  }
}

function toRange({ part, from }: Stand): RowRange | undefined {
  if (part === 'unset') return part;
  return part === 'changed' && from !== undefined ? { from } : undefined;
}

function toCursor({ part, after, from, mark }: Stand): Json {
  return {
    part,
    after: [...after],
    ...(from === undefined ? {} : { from }),
    ...(mark === undefined ? {} : { mark: mark && { ...mark } }),
  };
}

function readMark(value: Json | undefined): TableMark | undefined {
  const { newest, from } = toJsonObject(value);
  return typeof newest === 'string' && typeof from === 'string' ? { newest, from } : undefined;
}

const wentBack: Fault = { kind: 'cursor_expired', message: 'The newest rows of the last reading are gone.' };
