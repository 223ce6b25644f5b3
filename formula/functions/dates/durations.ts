import { FormulaError } from '../../values/formula-error.ts';
import { Duration } from '../../values/duration.ts';
import { example, type FunctionEntry, type FunctionFamily, overload, parameter } from '../define.ts';
import { duration, integer, number } from '../signature.ts';

function make(name: string, unit: string, secondsPerUnit: number): FunctionEntry {
  return {
    name,
    description: `A duration of the given number of ${unit}.`,
    overloads: [
      overload([parameter('count', integer)], duration, (count) => {
        if (Math.abs(count * secondsPerUnit) > Number.MAX_SAFE_INTEGER) {
          throw new FormulaError('out_of_range', 'Durations are limited to 10 000 years');
        }
        return new Duration(count * secondsPerUnit, 0);
      }),
    ],
    examples: [example(`${name}(2)`, `${2 * secondsPerUnit}s`)],
  };
}

/** Durations. Days have 24 hours here; use `addDays` for calendar days. */
export const durations: FunctionFamily = {
  name: 'Durations',
  functions: [
    make('days', 'days of 24 hours', 86_400),
    make('hours', 'hours', 3600),
    make('minutes', 'minutes', 60),
    make('seconds', 'seconds', 1),
    {
      name: 'totalSeconds',
      description: 'A duration in seconds, with fraction.',
      overloads: [overload([parameter('value', duration)], number, ({ seconds, nanos }) => seconds + nanos / 1e9)],
      examples: [example("totalSeconds(duration('1m30.5s'))", 90.5)],
    },
    {
      name: 'totalHours',
      description: 'A duration in hours, with fraction.',
      overloads: [
        overload([parameter('value', duration)], number, ({ seconds, nanos }) => (seconds + nanos / 1e9) / 3600),
      ],
      examples: [example("totalHours(duration('90m'))", 1.5)],
    },
  ],
};
