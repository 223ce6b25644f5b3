import { describe, expect, it } from 'vitest';
import { judgeRepetition } from './judge-repetition.ts';
import type { ReceivedAnswer } from './judge.ts';

const answer = (status: number, replayed?: 'true'): ReceivedAnswer => ({
  status,
  headers: replayed === undefined ? {} : { 'idempotent-replayed': replayed },
  text: '',
});

describe('test/fuzz/judge-repetition', () => {
  it.each([
    [answer(201), answer(201, 'true')],
    [answer(404, 'true'), answer(404, 'true')],
    [answer(503), answer(201)],
  ])('finds nothing wrong with what is given again as it was, or was not kept', (first, again) => {
    expect(judgeRepetition(first, again)).toEqual([]);
  });

  it('finds another answer in place of the one that was given', () => {
    expect(judgeRepetition(answer(201), answer(409, 'true'))).toHaveLength(1);
  });
});
