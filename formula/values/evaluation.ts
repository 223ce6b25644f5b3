import type { LookupTables } from '../lookup-tables.ts';
import { FormulaError } from './formula-error.ts';
import type { Maybe } from './value.ts';

/** Limits of one evaluation. */
export interface Limits {
  /** Steps: about one for each operator, call and item of a loop, and for each 64 characters or items looked at. */
  readonly fuel: number;
  /** Characters of any one text, and of all the texts of a result. */
  readonly textLengthMax: number;
  /** Items of any one list. */
  readonly listLengthMax: number;
}

export const defaultLimits: Limits = { fuel: 100_000, textLengthMax: 1_000_000, listLengthMax: 100_000 };

/** What a formula can access besides the record, and its limits. */
export interface FormulaEnvironment {
  /** The instant that `now()` gives, in milliseconds since 1970: fixed for a run. */
  readonly now: number;
  /** The zone of dates and clock times that name none: an IANA name. Default UTC. */
  readonly zone?: string | undefined;
  /** Stored lookup tables, where the formula names any. */
  readonly tables?: LookupTables | undefined;
  readonly limits?: Limits;
}

/** Texts and lists up to this length cost nothing beyond the step that reads them. */
const freeLength = 64;

/** Characters compared in one step. */
const comparisonsPerStep = 4096;

/**
 * The state of one evaluation. Each formula has one and resets it for every record, so that evaluation allocates
 * nothing.
 */
export class Evaluation {
  environment: FormulaEnvironment = { now: 0 };
  limits: Limits = defaultLimits;
  /** Values of the variables of macros. */
  readonly slots: Maybe[] = [];
  #fuel = 0;
  #hasReadZone = false;

  /** An environment serves many records, so its parts are copied only when it changes. */
  start(environment: FormulaEnvironment, cost: number): void {
    if (environment !== this.environment) {
      this.environment = environment;
      this.limits = environment.limits ?? defaultLimits;
    }
    this.#fuel = this.limits.fuel - cost;
    if (this.#fuel < 0) this.spend(0);
  }

  /** The zone of dates and clock times that name none. */
  get zone(): string {
    this.#hasReadZone = true;
    return this.environment.zone ?? 'UTC';
  }

  /** Whether the value may be another one in another zone. */
  get hasReadZone(): boolean {
    return this.#hasReadZone;
  }

  /** Steps used since the start. */
  get spent(): number {
    return this.limits.fuel - this.#fuel;
  }

  /** @throws {FormulaError} `fuel_exhausted` */
  spend(steps: number): void {
    this.#fuel -= steps;
    if (this.#fuel < 0)
      throw new FormulaError('fuel_exhausted', 'The formula needs too many steps for this record; simplify it');
  }

  /** Charges for reading a text or list of the given length. */
  spendLength(length: number): void {
    if (length > freeLength) this.spend(Math.ceil(length / freeLength));
  }

  /** Charges for searching a text in another: at worst, every character is compared with every other. */
  spendSearch(length: number, partLength: number): void {
    const comparisons = length * partLength;
    if (comparisons > comparisonsPerStep) this.spend(Math.ceil(comparisons / comparisonsPerStep));
  }

  /** Rejects a text before it is built. */
  checkText(length: number): void {
    if (length > freeLength) this.#checkLongText(length);
  }

  #checkLongText(length: number): void {
    this.checkLength(length);
    this.spendLength(length);
  }

  /** Rejects a text while it grows; it is charged when complete. */
  checkLength(length: number): void {
    if (length <= this.limits.textLengthMax) return;
    throw new FormulaError('too_large', `Texts are limited to ${this.limits.textLengthMax} characters`);
  }

  /** Rejects a list before it is built. */
  checkList(length: number): void {
    if (length <= this.limits.listLengthMax) {
      this.spendLength(length);
      return;
    }
    throw new FormulaError('too_large', `Lists are limited to ${this.limits.listLengthMax} items`);
  }
}
