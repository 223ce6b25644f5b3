import { describe, expect, it } from 'vitest';
import { listNearest, suggest } from './suggest.ts';

describe('core/names/suggest', () => {
  it('lists what there is, the nearest first, and else in its order', () => {
    expect(listNearest('nmae', ['id', 'state', 'Name', 'born'])).toEqual(['Name', 'state', 'id', 'born']);
    expect(listNearest('x', [])).toEqual([]);
  });

  it('lists 50 names at most, however long and many they are', () => {
    const names = Array.from({ length: 5000 }, (_, n) => `${'x'.repeat(100_000)}${n}`);

    expect(listNearest('x'.repeat(100_000), names)).toEqual(names.slice(0, 50));
  });

  it('suggests one that is near enough, or none', () => {
    expect([suggest('nmae', ['name']), suggest('nmae', ['mail'])]).toEqual(['name', undefined]);
  });
});
