import { z } from 'zod';
import { durationPattern } from '../../engine/schedule/duration.ts';
import type { RecordProblem } from '../../transforms/problem.ts';
import { stepTimeout } from '../position.ts';
import type { StepDefinition } from './kinds.ts';

export const timeoutSchema = z
  .string()
  .regex(durationPattern, 'Must be a whole number and its unit: 30s, 15m, 2h or 3d.')
  .meta({
    description:
      'With `action`, `scope`, `call` and `sync`: how long items may take at the step. One that takes longer fails there (`step_timeout`). Time before a closed connection or window does not count.',
    example: '2h',
  });

const noTime = 'This step takes no time. Leave `timeout` out.';

/** Why a kind of step has no `timeout` of its own, and what has one instead. */
const untimed: readonly (readonly [keyof StepDefinition, string])[] = [
  ['wait', 'A wait says itself how long it lasts. Move `timeout` into `wait`, where it waits for an answer.'],
  ['for_each', 'Put the loop into a `scope` that has the `timeout`.'],
  ['parallel', 'Put the branches into a `scope` that has the `timeout`.'],
  ['condition', 'Put the condition into a `scope` that has the `timeout`.'],
  ['batch', '`within` of the batch says how long it collects. Leave `timeout` out.'],
  ['transform', noTime],
  ['respond', noTime],
  ['stop', noTime],
];

/** Says why a step cannot have a `timeout`; `undefined` where it can, or has none. */
export function findTimeoutProblem(step: StepDefinition): string | undefined {
  return step.timeout === undefined ? undefined : untimed.find(([kind]) => step[kind] !== undefined)?.[1];
}

/** @param last Why the last try failed; absent where it was not tried. */
export function timedOut(step: string, last?: string): RecordProblem {
  const why = last === undefined ? '' : ` The last try failed: ${last}`;
  return {
    code: stepTimeout,
    message: `The item took longer at the step \`${step}\` than its \`timeout\`.${why} Retry the item, or let the step take longer.`,
  };
}
