import { CliError, misuse } from '../cli-error.ts';
import type { CliContext } from '../context.ts';

const unitsMs = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** `90`, `90s` → 90,000; `5m`, `2h`. @throws {CliError} for anything else. */
function readTimeout(text: string): number {
  const [, digits, unit = 's'] = /^([1-9]\d{0,5})([smh])?$/.exec(text) ?? [];
  if (digits === undefined) throw misuse('--timeout takes seconds, or a number with a unit: 90, 90s, 5m, 2h.');
  return Number(digits) * (unit === 'm' ? unitsMs.m : unit === 'h' ? unitsMs.h : unitsMs.s);
}

/**
 * Lets something that follows a run take so long at most; without a time-out, as long as it takes.
 *
 * @param work Gets a context whose signal comes with the time-out, too; its reason is the error to end with.
 * @throws {CliError} `timedOut`
 */
export async function withTimeout<Result>(
  context: CliContext,
  timeout: string | undefined,
  work: (context: CliContext) => Promise<Result>,
): Promise<Result> {
  if (timeout === undefined) return work(context);
  const timeoutMs = readTimeout(timeout);
  const late = new AbortController();
  const over = new AbortController();
  const giveUp = (): void => late.abort(new CliError('timedOut', `The end did not come within ${timeout}.`));
  context.clock.sleep(timeoutMs, over.signal).then(giveUp, () => undefined);
  try {
    return await work({ ...context, signal: AbortSignal.any([context.signal, late.signal]) });
  } finally {
    over.abort();
  }
}
