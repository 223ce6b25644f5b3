import type { JsonObject } from '../../../core/json.ts';
import type { Rng } from '../rng.ts';
import type { WorldConfig } from '../world.ts';

/** One record of the source system. */
interface Row {
  /** Place in the source's order. */
  row: number;
  /** The change that made it what it is. */
  changed: number;
  key: string | undefined;
  value: string;
  valueBefore: string;
  login: string;
  keep: boolean;
  /** Cannot be mapped. */
  broken: boolean;
  /** Refused by every target. */
  poisoned: boolean;
  bytes: number;
}

/** The source system's data, and how it changes. */
export class SourceTable {
  #rows: Row[] = [];
  #nextRow = 0;
  #nextKey = 0;
  #changes = 0;
  readonly #config: WorldConfig;
  readonly #rng: Rng;

  constructor(config: WorldConfig, rng: Rng) {
    this.#config = config;
    this.#rng = rng;
    for (let count = 0; count < config.rows; count += 1) this.#add();
  }

  /** Counts the changes so far: equal numbers mean equal data. */
  get changes(): number {
    return this.#changes;
  }

  get size(): number {
    return this.#rows.length;
  }

  /** Records behind a place, in order, that were changed after `since`. */
  after(
    place: number,
    limit: number,
    since: number,
  ): { records: JsonObject[]; bytes: number; last: number; more: boolean } {
    const behind = this.#rows.filter(({ row, changed }) => row > place && changed > since);
    const page = behind.slice(0, limit);
    return {
      records: page.map(toRecord),
      bytes: page.reduce((sum, { bytes }) => sum + bytes, 2),
      last: page.at(-1)?.row ?? place,
      more: behind.length > page.length,
    };
  }

  /** All records, or those whose last change is no later than `until`. */
  records(until = Number.POSITIVE_INFINITY): JsonObject[] {
    return this.#rows.filter(({ changed }) => changed <= until).map(toRecord);
  }

  /** Few values on purpose: a record is often again what it was. */
  mutate(): void {
    this.#changes += 1;
    const kind = this.#rng.next();
    if (this.#rows.length === 0 || kind < 0.2) {
      this.#add();
      return;
    }
    const row = this.#rng.pick(this.#rows);
    row.changed = this.#changes;
    if (kind < 0.25) this.#rows = this.#rows.filter((other) => other !== row);
    else if (kind < 0.35) row.login = this.#login(row.key);
    else if (kind < 0.4 && this.#config.badRecords) this.#spoil(row);
    else setValue(row, this.#rng.pick(['a', 'b', 'c']));
  }

  /** Takes the last change of some records back. */
  revert(keys: ReadonlySet<string>): void {
    this.#changes += 1;
    for (const row of this.#rows) {
      if (row.key === undefined || !keys.has(row.key)) continue;
      row.changed = this.#changes;
      setValue(row, row.valueBefore);
    }
  }

  #add(): void {
    const { repeatedKeys, badRecords } = this.#config;
    const repeats = repeatedKeys && this.#nextKey > 0 && this.#rng.chance(0.25);
    const key = repeats ? `k${this.#rng.int(0, this.#nextKey - 1)}` : `k${this.#nextKey++}`;
    const value = this.#rng.pick(['a', 'b', 'c']);
    const row: Row = {
      row: this.#nextRow++,
      changed: this.#changes,
      key,
      value,
      valueBefore: value,
      login: this.#login(key),
      keep: true,
      broken: false,
      poisoned: false,
      bytes: this.#rng.chance(0.1) ? this.#rng.int(1_000, 3_000_000) : this.#rng.int(50, 400),
    };
    if (badRecords && this.#rng.chance(0.3)) this.#spoil(row);
    this.#rows.push(row);
  }

  #spoil(row: Row): void {
    row.keep = this.#rng.chance(0.7);
    row.broken = this.#rng.chance(0.2);
    row.poisoned = this.#rng.chance(0.2);
    if (this.#rng.chance(0.1)) row.key = undefined;
  }

  /** A login of its own for each key, in two spellings, so that a record moves; or one of a few that all contend for. */
  #login(key: string | undefined): string {
    if (this.#config.sharedLogins) return `u${this.#rng.int(0, 5)}`;
    return `${key ?? 'nobody'}-${this.#rng.pick(['x', 'y'])}`;
  }
}

function setValue(row: Row, value: string): void {
  row.valueBefore = row.value;
  row.value = value;
}

function toRecord({ row, key, value, login, keep, broken, poisoned }: Row): JsonObject {
  return { row, value, login, keep, broken, poisoned, ...(key === undefined ? {} : { key }) };
}
