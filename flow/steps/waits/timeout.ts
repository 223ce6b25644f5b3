import { readDuration } from '../../../engine/schedule/duration.ts';
import type { FieldError } from '../../../core/errors.ts';
import type { WaitRequest } from '../../flow.ts';
import type { StepSite } from '../step-kind.ts';
import type { WaitDefinition } from './wait-definition.ts';

/** When a wait is given up, as its step says. */
export function dueAfter({ timeout }: WaitDefinition): WaitRequest['due'] {
  const afterMs = timeout === undefined ? undefined : readDuration(timeout);
  return afterMs === undefined ? undefined : { afterMs };
}

/** Refuses what the end of the time cannot count as for a kind of wait, and a word for an end that never comes. */
export function checkTimeout(
  { timeout, on_timeout: action }: WaitDefinition,
  allowed: readonly string[],
  { at, findings }: Pick<StepSite, 'at' | 'findings'>,
): void {
  if (action === undefined) return;
  const path = `${at}.on_timeout`;
  const problem: FieldError | undefined = allowed.includes(action)
    ? timeout === undefined
      ? { path, code: 'unsupported', message: 'The wait never ends by itself: give it a `timeout` too.' }
      : undefined
    : {
        path,
        code: 'unsupported',
        message: 'This is not what the end of such a wait can count as.',
        allowed: [...allowed],
      };
  if (problem !== undefined) findings.problems.push(problem);
}
