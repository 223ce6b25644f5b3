import { describe, expect, it } from 'vitest';
import { listRetryModes } from './run-status.ts';

describe('core/pure/run-status', () => {
  it.each([
    ['running', []],
    ['waiting', []],
    ['succeeded', ['restart']],
    ['partially_succeeded', ['restart']],
    ['failed', ['resume', 'restart']],
    ['canceled', ['resume', 'restart']],
    ['skipped', ['resume', 'restart']],
  ] as const)('retries a run that is %s by %j', (status, modes) => {
    expect(listRetryModes(status)).toEqual(modes);
  });
});
