import { FormulaError } from '../values/formula-error.ts';
import { Duration } from '../values/duration.ts';
import { example, type FunctionEntry, type FunctionFamily, overload, parameter } from './define.ts';
import { duration, integer, number } from './signature.ts';

function make(name: string, unit: string, secondsPerUnit: number): FunctionEntry {
  return {
    name,
    description: `A length of time of so many ${unit}.`,
    overloads: [
      overload([parameter('count', integer)], duration, (count) => {
        if (Math.abs(count * secondsPerUnit) > Number.MAX_SAFE_INTEGER) {
          throw new FormulaError('out_of_range', 'Durations reach to 10 000 years; this would be longer');
        }
        return new Duration(count * secondsPerUnit, 0);
      }),
    ],
    examples: [example(`${name}(2)`, `${2 * secondsPerUnit}s`)],
  };
}

/** Functions over lengths of time. Days here have 24 hours; `addDays` goes by the calendar. */
export const durations: FunctionFamily = {
  name: 'Durations',
  functions: [
    make('days', 'days of 24 hours', 86_400),
    make('hours', 'hours', 3600),
    make('minutes', 'minutes', 60),
    make('seconds', 'seconds', 1),
    {
      name: 'totalSeconds',
      description: 'A length of time in seconds, with their fraction.',
      overloads: [overload([parameter('value', duration)], number, ({ seconds, nanos }) => seconds + nanos / 1e9)],
      examples: [example("totalSeconds(duration('1m30.5s'))", 90.5)],
    },
    {
      name: 'totalHours',
      description: 'A length of time in hours, with their fraction.',
      overloads: [
        overload([parameter('value', duration)], number, ({ seconds, nanos }) => (seconds + nanos / 1e9) / 3600),
      ],
      examples: [example("totalHours(duration('90m'))", 1.5)],
    },
  ],
};
