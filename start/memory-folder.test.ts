import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  it.skipIf(process.platform !== 'linux')('makes a folder that is named for its process, where there is room', () => {
    const folder = makeMemoryFolder(tmpdir(), 1) ?? 'none';
    made.push(folder);

    expect([folder.startsWith(join(tmpdir(), `hub-test-${process.pid}-`)), existsSync(folder)]).toEqual([true, true]);
    expect(makeMemoryFolder(tmpdir(), Infinity)).toBeUndefined();
    expect(makeMemoryFolder(join(folder, 'nowhere'), 1)).toBeUndefined();
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
