import { describe, expect, it } from 'vitest';
import { copy } from './copy.ts';

describe('test/simulator/copy', () => {
  it('shares nothing with what it copies', () => {
    const record = { id: '1', emails: [{ value: 'a@example.com' }], left: undefined };
    const copied = copy(record);
    record.emails[0] = { value: 'b@example.com' };

    expect(copied).toStrictEqual({ id: '1', emails: [{ value: 'a@example.com' }], left: undefined });
  });

  it('copies what is not plain, too', () => {
    const state = { seen: new Map([['a', [1]]]), at: new Date(0) };
    const copied = copy(state);
    state.seen.get('a')?.push(2);

    expect(copied).toStrictEqual({ seen: new Map([['a', [1]]]), at: new Date(0) });
    expect(copied.at).not.toBe(state.at);
  });
});
