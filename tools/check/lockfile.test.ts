import { describe, expect, it } from 'vitest';
import { findAddresses } from './lockfile.ts';

describe('tools/check/lockfile', () => {
  it('accepts packages without an address', () => {
    const lockfile = { packages: { '': {}, 'node_modules/zod': { version: '4.0.0', integrity: 'sha512-x' } } };

    expect(findAddresses(JSON.stringify(lockfile))).toEqual([]);
  });

  it('names the packages that have one', () => {
    const lockfile = { packages: { 'node_modules/zod': { resolved: 'https://mirror.example/zod.tgz' } } };

    expect(findAddresses(JSON.stringify(lockfile))).toEqual([expect.stringContaining('node_modules/zod')]);
  });
});
