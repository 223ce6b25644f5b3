import type { JsonObject } from '../../../core/json.ts';
import type { Changed } from '../../../connectors/kit/meaning/meaning.ts';

/** A record of the system that is played. */
export interface Row {
  /** As the system's answers have it. */
  element: JsonObject;
  /** What tells its records apart, as text. */
  keys: readonly string[];
  /** Absent: an ordinary one. Else one of the states that lists treat otherwise. */
  state?: string | undefined;
  /** When it changed last, and since when that can be found. */
  changedMs: number;
  visibleMs: number;
  createdMs: number;
  /** Its place among the others. */
  rank: number;
}

/** What a request asks for, as far as the system limits it. */
export interface Question {
  since?: { ms: number; inclusive: boolean } | undefined;
  until?: number | undefined;
  /** Asked of another field than the one that tells of changes: it is as old as the record. */
  otherSince?: number | undefined;
  /** A place that the system gave out: what became visible after it. */
  visibleAfter?: number | undefined;
}

/** The system that sheets describe: its clock, its records and when each of them changed. */
export class PlayedSystem {
  nowMs = Date.UTC(2026, 10, 20, 12);
  rows: Row[] = [];
  readonly #changed: Changed | undefined;
  readonly zoneOffsetMs: number;

  constructor(changed: Changed | undefined, zoneOffsetMs: number) {
    this.#changed = changed;
    this.zoneOffsetMs = zoneOffsetMs;
  }

  /** Puts a record before or behind those that are there. */
  add(row: Pick<Row, 'element' | 'keys' | 'state' | 'changedMs'>, at: 'first' | 'last'): Row {
    const { changedMs } = row;
    const ranks = this.rows.map(({ rank }) => rank);
    const rank = at === 'first' ? Math.min(0, ...ranks) - 1 : Math.max(0, ...ranks) + 1;
    const added: Row = { ...row, changedMs: this.#round(changedMs), visibleMs: changedMs, createdMs: changedMs, rank };
    this.rows.push(added);
    return added;
  }

  change(row: Row, visibleMs: number): void {
    row.changedMs = this.#round(this.nowMs);
    row.visibleMs = visibleMs;
  }

  remove(row: Row): void {
    this.rows = this.rows.filter((other) => other !== row);
  }

  /** Rows that answer a question now. A change that is not visible yet hides its row from questions about changes alone. */
  select({ since, until, otherSince = -Infinity, visibleAfter }: Question): Row[] {
    return this.rows.filter(({ changedMs, visibleMs, createdMs }) => {
      if (createdMs < otherSince) return false;
      const isVisible = visibleMs <= this.nowMs;
      if (visibleAfter !== undefined) return isVisible && visibleMs > visibleAfter;
      if (since === undefined) return true;
      const isBehind = since.inclusive ? changedMs >= since.ms : changedMs > since.ms;
      return isVisible && isBehind && (until === undefined || changedMs <= until);
    });
  }

  /** Instants as the system keeps them: in steps, of its own zone. */
  #round(ms: number): number {
    const { granularityMs = 1 } = this.#changed ?? {};
    const local = ms + this.zoneOffsetMs;
    return local - (local % granularityMs) - this.zoneOffsetMs;
  }
}
