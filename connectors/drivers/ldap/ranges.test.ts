import { describe, expect, it } from 'vitest';
import { completeRanges } from './ranges.ts';

const members = Array.from({ length: 3200 }, (_, n) => `cn=u${n}`);
const dn = 'cn=all';

/** As a domain controller answers: at most 1,500 values, the last range ends with an asterisk. */
function answer(attribute: string): { dn: string; [name: string]: string | string[] } {
  const from = Number(/range=(\d+)/.exec(attribute)?.[1]);
  const end = Math.min(from + 1500, members.length);
  return { dn, [`member;range=${from}-${end === members.length ? '*' : end - 1}`]: members.slice(from, end) };
}

describe('connectors/drivers/ldap/ranges', () => {
  it('reads the rest of a list that came in part', async () => {
    const given = { ...answer('member;range=0-*'), member: [], cn: 'all' };

    expect(await completeRanges(given, (_dn, attribute) => Promise.resolve(answer(attribute)))).toEqual({
      dn,
      member: members,
      cn: 'all',
    });
  });

  it('takes a list for nothing less than whole', async () => {
    const given = answer('member;range=0-*');

    await expect(completeRanges(given, () => Promise.resolve(undefined))).rejects.toThrow(/endless list of values/);
  });
});
