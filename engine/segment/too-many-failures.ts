import type { Counters } from '../../core/pure/counters.ts';
import { RunFailedError } from '../errors.ts';
import type { Plan } from '../plan.ts';

/** A share of failures means little before this many records were read. */
const abortCheckFromRecords = 100;

/** Why a run that has come so far fails; `undefined` where few enough of its records did. */
export function findTooManyFailures(
  { onError }: Pick<Plan, 'onError'>,
  { read, failed }: Counters,
): RunFailedError | undefined {
  const { abortAbovePercent: percentMax } = onError;
  if (percentMax === undefined || read < abortCheckFromRecords || failed * 100 <= percentMax * read) return undefined;
  const message = `${failed} of ${read} records failed; the integration stops above ${percentMax} %.`;
  return new RunFailedError('too_many_failures', message);
}
