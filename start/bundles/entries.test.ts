import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundledProcesses, listShared, threads } from './entries.ts';
import { listSources } from './list-sources.ts';

const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');

describe('start/bundles/entries', () => {
  it('lists every module that is loaded by its path: only bundles would miss one', () => {
    const named = [...listSources(root)].flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(/\blocateModule\(\s*['"]([^'"]+)['"]/g),
    ]);
    const listed = new Set([...listShared(root), ...bundledProcesses.flatMap((name) => threads[name])]);

    expect(named.length).toBeGreaterThan(0);
    expect(named.map(([, path]) => path).filter((path) => path !== undefined && !listed.has(path))).toEqual([]);
  });
});
