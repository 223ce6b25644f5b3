import { describe, expect, it } from 'vitest';
import { intersectScopes } from './scope-sets.ts';

describe('services/access/scope-sets', () => {
  it.each([
    [['accounts:write'], ['accounts:read', 'runs:read'], ['accounts:read']],
    [['*'], ['accounts:read'], ['accounts:read']],
    [['accounts:read'], ['*'], ['accounts:read']],
    [['*'], ['*'], ['*']],
    [['accounts:read'], ['runs:read'], []],
    [['integrations:write'], ['integrations:execute'], []],
    [['no scope'], ['no scope'], []],
  ])('%j and %j have %j in common', (a, b, common) => {
    expect([...intersectScopes(new Set(a), new Set(b))]).toEqual(common);
  });
});
