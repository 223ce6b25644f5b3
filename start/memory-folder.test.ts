import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { removeOldTestFolders } from '../test/harness/test-folders.ts';
import { makeMemoryFolder, memoryRoot } from './memory-folder.ts';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Beyond what Linux gives to a process. */
const nobody = 2 ** 22 + 1;

describe('start/memory-folder', () => {
  it('makes a folder in memory that is named for its process, or none', () => {
    const folder = makeMemoryFolder();

    if (folder === undefined) return;
    made.push(folder);
    expect(folder).toMatch(new RegExp(`^${memoryRoot}/hub-test-${process.pid}-`));
    expect(existsSync(folder)).toBe(true);
  });

  it.skipIf(!existsSync(memoryRoot))(
    'leaves a folder whose process is gone to the next tests, which remove it',
    async () => {
      const left = join(memoryRoot, `hub-test-${nobody}-left`);
      const own = join(memoryRoot, `hub-test-${process.pid}-own`);
      for (const folder of [left, own]) {
        mkdirSync(join(folder, `hub-test-${nobody}-within`), { recursive: true });
        writeFileSync(join(folder, 'file'), '');
        made.push(folder);
      }

      await removeOldTestFolders();

      expect([left, own].map((folder) => existsSync(folder))).toEqual([false, true]);
    },
  );
});
