import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../client/operations.data.ts';
import { listBounds, mayIn } from './reach.ts';

const person = (...reach: NonNullable<Caller['reach']>): Pick<Caller, 'scopes' | 'reach'> => ({
  scopes: [...new Set(reach.flatMap(({ scopes }) => scopes))],
  reach,
});

const mixed = person(
  { scopes: ['connections:read'] },
  { account_id: 'acc_a', account_name: 'Alpha', scopes: ['connections:read', 'connections:write'] },
  { account_id: 'acc_b', account_name: 'Beta', scopes: ['connections:read'] },
);

describe('web/model/access/reach', () => {
  it('lets a person do in an account what a role for it or in the organization allows', () => {
    expect(['acc_a', 'acc_b', 'acc_c', undefined].map((id) => mayIn(mixed, 'connections:write', id))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(['acc_a', 'acc_c', undefined].map((id) => mayIn(mixed, 'connections:read', id))).toEqual([true, true, true]);
  });

  it('lets a key do everywhere what its scopes allow', () => {
    const key = { scopes: ['connections:write' as const] };

    expect([mayIn(key, 'connections:read', 'acc_a'), mayIn(key, 'runs:read', 'acc_a')]).toEqual([true, false]);
    expect(listBounds(key, 'connections:write')).toBeUndefined();
  });

  it('lists the accounts to choose from, for who may not in the whole organization', () => {
    const owner = person({ scopes: ['*'] }, { account_id: 'acc_a', account_name: 'Alpha', scopes: ['*'] });

    expect(listBounds(mixed, 'connections:write')).toEqual([{ id: 'acc_a', name: 'Alpha' }]);
    expect(listBounds(mixed, 'integrations:write')).toEqual([]);
    expect(listBounds(owner, 'connections:write')).toBeUndefined();
  });
});
