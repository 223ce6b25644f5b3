import { FormulaError } from './formula-error.ts';
import { Special } from './special.ts';

/** 10 000 years. @see https://github.com/google/cel-spec/blob/master/doc/langdef.md#abstract-types */
const secondsMax = 315_576_000_000;

/** A length of time, exact to the nanosecond. Both parts have the same sign. Results contain it as text: `90s`. */
export class Duration extends Special {
  readonly seconds: number;
  readonly nanos: number;

  /** Normalizes `nanos` that exceed a second or have the other sign. @throws {FormulaError} beyond 10 000 years. */
  constructor(seconds: number, nanos: number) {
    super();
    let whole = seconds + Math.trunc(nanos / 1e9);
    let rest = nanos % 1e9;
    if (whole > 0 && rest < 0) {
      whole -= 1;
      rest += 1e9;
    } else if (whole < 0 && rest > 0) {
      whole += 1;
      rest -= 1e9;
    }
    if (Math.abs(whole) > secondsMax) {
      throw new FormulaError('out_of_range', 'Durations are limited to 10 000 years');
    }
    this.seconds = whole + 0;
    this.nanos = rest + 0;
  }

  /** @returns `undefined` if the text is not a duration such as `1h30m`, `1.5s`, `250ms`. */
  static parse(text: string): Duration | undefined {
    const match = written.exec(text);
    if (match === null) return text === '0' ? new Duration(0, 0) : undefined;
    let seconds = 0;
    let nanos = 0;
    for (const [, amount = '', unit = ''] of (match[2] ?? '').matchAll(part)) {
      const [whole = '', fraction = ''] = amount.split('.');
      const nanosPerUnit = units.get(unit) ?? 0;
      const secondsPerUnit = Math.floor(nanosPerUnit / 1e9);
      if (secondsPerUnit > 0) seconds += Number(whole) * secondsPerUnit;
      else nanos += Number(whole) * nanosPerUnit;
      nanos += Math.floor(Number(`0.${fraction || '0'}`) * nanosPerUnit);
      if (seconds > 2 * secondsMax) break;
    }
    return match[1] === '-' ? new Duration(-seconds, -nanos) : new Duration(seconds, nanos);
  }

  plus(other: Duration): Duration {
    return new Duration(this.seconds + other.seconds, this.nanos + other.nanos);
  }

  negated(): Duration {
    return new Duration(-this.seconds, -this.nanos);
  }

  compare(other: Duration): number {
    return this.seconds === other.seconds ? this.nanos - other.nanos : this.seconds - other.seconds;
  }

  override toString(): string {
    const sign = this.seconds < 0 || this.nanos < 0 ? '-' : '';
    const fraction = String(Math.abs(this.nanos)).padStart(9, '0').replace(/0+$/, '');
    return `${sign}${Math.abs(this.seconds)}${fraction === '' ? '' : `.${fraction}`}s`;
  }
}

const units: ReadonlyMap<string, number> = new Map([
  ['d', 86_400e9],
  ['h', 3600e9],
  ['m', 60e9],
  ['s', 1e9],
  ['ms', 1e6],
  ['us', 1e3],
  ['µs', 1e3],
  ['ns', 1],
]);
const written = /^([+-]?)((?:(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:d|h|ms|m|s|us|µs|ns)){1,16})$/;
const part = /(\d*\.?\d*)(d|h|ms|m|s|us|µs|ns)/g;
