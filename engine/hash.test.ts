import { describe, expect, it } from 'vitest';
import { onlyStep } from './definition.ts';
import { toEffectId } from './hash.ts';

const origin = { namespace: 'int_1', stream: 'people' };

describe('engine/hash', () => {
  it('names effects of an integration of one step as ever, and those of other steps apart', () => {
    expect(toEffectId({ ...origin, step: onlyStep }, 'k', 3)).toBe('b0dcb206-6892-8991-8756-9f51ab4bcaaa');
    expect(toEffectId({ ...origin, step: 'other' }, 'k', 3)).not.toBe(
      toEffectId({ ...origin, step: onlyStep }, 'k', 3),
    );
  });
});
