import { Duration } from './duration.ts';
import { FormulaError } from './formula-error.ts';
import { Special } from './special.ts';

/** The years 0001–9999. @see https://github.com/google/cel-spec/blob/master/doc/langdef.md#abstract-types */
const secondsMin = -62_135_596_800;
const secondsMax = 253_402_300_799;

/** An instant, exact to the nanosecond. Results contain it as text in UTC: `2026-11-21T11:35:00Z`. */
export class Timestamp extends Special {
  /** Whole seconds since 1970, rounded down. */
  readonly seconds: number;
  /** 0–999 999 999. */
  readonly nanos: number;

  /** @throws {FormulaError} outside the years 0001–9999. */
  constructor(seconds: number, nanos: number) {
    super();
    const carried = Math.floor(nanos / 1e9);
    this.seconds = seconds + carried;
    this.nanos = nanos - carried * 1e9;
    if (!(this.seconds >= secondsMin && this.seconds <= secondsMax)) {
      throw new FormulaError('out_of_range', 'Timestamps must lie in the years 0001 to 9999');
    }
  }

  static fromMs(ms: number): Timestamp {
    const seconds = Math.floor(ms / 1000);
    return new Timestamp(seconds, Math.round((ms - seconds * 1000) * 1e6));
  }

  toMs(): number {
    return this.seconds * 1000 + Math.floor(this.nanos / 1e6);
  }

  plus(duration: Duration): Timestamp {
    return new Timestamp(this.seconds + duration.seconds, this.nanos + duration.nanos);
  }

  since(other: Timestamp): Duration {
    return new Duration(this.seconds - other.seconds, this.nanos - other.nanos);
  }

  compare(other: Timestamp): number {
    return this.seconds === other.seconds ? this.nanos - other.nanos : this.seconds - other.seconds;
  }

  override toString(): string {
    const whole = new Date(this.seconds * 1000).toISOString().slice(0, 19);
    if (this.nanos === 0) return `${whole}Z`;
    const digits = String(this.nanos).padStart(9, '0');
    // Fractions have three, six or nine digits, as in the RFC 3339 text of Protocol Buffers.
    return `${whole}.${digits.replace(/(?:000){1,2}$/, '')}Z`;
  }
}
