import { describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { judgeCaller } from './judge-caller.ts';
import type { ReceivedAnswer } from './judge.ts';
import type { Shot } from './shots.ts';

const id = newId('account');
const known = { ids: new Set([id]), mentioned: ['/accounts'] };
const shot: Shot = {
  operation: {
    title: 'GET /accounts',
    method: 'GET',
    path: '/accounts',
    base: '/v1',
    isOpen: false,
    parameters: [],
    body: undefined,
    responses: {},
  },
  path: '/accounts',
  headers: {},
  sent: { query: {} },
};
const answer = (status: number, text = ''): ReceivedAnswer => ({ status, headers: {}, text });

describe('test/fuzz/judge-caller', () => {
  it('finds nothing wrong where each sees what is its own', () => {
    expect(judgeCaller(shot, answer(200, id), 'owner', known)).toEqual([]);
    expect(judgeCaller(shot, answer(200, newId('account')), 'foreigner', known)).toEqual([]);
    expect(judgeCaller(shot, answer(200, id), 'foreigner', { ...known, mentioned: [`/accounts/${id}`] })).toEqual([]);
    expect(judgeCaller(shot, answer(401), 'nobody', known)).toEqual([]);
    expect(
      judgeCaller({ ...shot, operation: { ...shot.operation, isOpen: true } }, answer(200), 'nobody', known),
    ).toEqual([]);
  });

  it.each([200, 404, 400])('finds whoever is answered %i without a credential', (status) => {
    expect(judgeCaller(shot, answer(status), 'nobody', known)).toHaveLength(1);
  });

  it.each([200, 409])('finds an id that a foreigner is shown in an answer %i', (status) => {
    expect(judgeCaller(shot, answer(status, `{"id":"${id}"}`), 'foreigner', known)).toHaveLength(1);
  });
});
