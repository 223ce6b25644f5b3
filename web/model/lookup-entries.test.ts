import { describe, expect, it } from 'vitest';
import { readEntries, writeEntries } from './lookup-entries.ts';

describe('web/model/lookup-entries', () => {
  it('reads pairs of a spreadsheet and pairs with an equals sign', () => {
    expect(readEntries('A\tACTIVE\n\nT = SUSPENDED\nlimit=7\nnone=null')).toEqual({
      ok: true,
      entries: { A: 'ACTIVE', T: 'SUSPENDED', limit: 7, none: null },
    });
  });

  it.each([
    ['no pair', 'Line 1 has no tab and no =.'],
    ['a=1\na=2', 'Line 2 repeats the key a.'],
  ])('tells what is wrong with %j', (text, message) => {
    expect(readEntries(text)).toEqual({ ok: false, message });
  });

  it('writes what it reads again, whatever the values are', () => {
    const entries = { 'k=v': 'x', b: 7, c: '7', d: null, e: { f: ['g'] }, h: ' padded ', i: 'two\nlines', j: 'x=y' };

    expect(readEntries(writeEntries(entries) ?? '')).toEqual({ ok: true, entries });
    expect(writeEntries({ 'with a\ttab': 1 })).toBeUndefined();
  });
});
