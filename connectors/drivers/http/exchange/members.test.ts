import { describe, expect, it } from 'vitest';
import { withMember } from './members.ts';

describe('connectors/drivers/http/exchange/members', () => {
  it.each([
    ['a', { a: 1 }],
    ['b.c', { b: { c: 1, d: 2 } }],
    ['e[0].id', { e: [{ id: 1, name: 'x' }] }],
    ['e[1]', { e: [{ name: 'x' }, 1] }],
    ['f[0]', { f: [1] }],
  ])('puts a value at %s', (path, changed) => {
    const object = { b: { d: 2 }, e: [{ name: 'x' }] };

    expect(withMember(object, path, 1)).toEqual({ ...object, ...changed });
    expect(object).toEqual({ b: { d: 2 }, e: [{ name: 'x' }] });
  });

  it('adds what lies behind the end of a list to it', () => {
    expect(withMember({}, 'a[1]', 1)).toEqual({ a: [1] });
  });

  it.each(['$', '[0]', 'a..b'])('refuses %s', (path) => {
    expect(() => withMember({}, path, 1)).toThrow(TypeError);
  });
});
