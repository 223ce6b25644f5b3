import { describe, expect, it } from 'vitest';
import { findForeign } from './shared-targets.ts';

/** What each key claims, with the key that the ledger has for the owner of that. */
type Claims = Readonly<Record<string, { claims: string; of?: string }>>;

async function refuse(claims: Claims): Promise<string[]> {
  const entries = Object.entries(claims);
  const owners = new Map(
    entries.flatMap(([sourceKey, { of }]): [string, string][] => (of === undefined ? [] : [[sourceKey, of]])),
  );
  const foreign = await findForeign(
    entries.map(([sourceKey, { claims: targetId }]) => ({ sourceKey, targetId })),
    { target: { fingerprint: 'target' }, store: { owners: () => Promise.resolve(owners) } },
  );
  return [...foreign.keys()].toSorted();
}

describe('engine/segment/shared-targets', () => {
  it.each<[string, Claims, string[]]>([
    ['lets two change their names for each other’s', { a: { claims: 'y', of: 'b' }, b: { claims: 'x', of: 'a' } }, []],
    ['lets one take what another leaves', { a: { claims: 'y', of: 'b' }, b: { claims: 'z' } }, []],
    ['keeps what its owner keeps', { a: { claims: 'y', of: 'b' }, b: { claims: 'y' } }, ['a']],
    ['keeps what belongs to a record that is not there', { a: { claims: 'y', of: 'b' } }, ['a']],
    [
      'keeps what its owner cannot leave, however far off the reason is',
      { a: { claims: 'w', of: 'b' }, b: { claims: 'x', of: 'c' }, c: { claims: 'y', of: 'd' } },
      ['a', 'b', 'c'],
    ],
    ['gives to the first of two', { a: { claims: 'x' }, b: { claims: 'x' } }, ['b']],
  ])('%s', async (_what, claims, refused) => {
    expect(await refuse(claims)).toEqual(refused);
  });
});
