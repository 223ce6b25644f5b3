import { describe, expect, it } from 'vitest';
import { findLink } from './link-header.ts';

describe('connectors/drivers/http/exchange/link-header', () => {
  it.each([
    ['<https://a.example/?p=2>; rel="next"', 'https://a.example/?p=2'],
    ['<a>; rel=prev, <b>; rel=next', 'b'],
    ['<a,b>; title="x, <c>; rel=next"; rel="last NEXT"', 'a,b'],
    ['</x>;rel=next', '/x'],
    ['<a>; rel="nextpage"', undefined],
    ['a; rel=next', undefined],
    ['<a; rel=next', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('finds the next page of %s', (header, url) => {
    expect(findLink(header, 'next')).toBe(url);
  });
});
