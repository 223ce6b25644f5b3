import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'make-folder-'));
});

afterEach(() => rm(root, { recursive: true }));

describe('cli/make-folder', () => {
  it('makes what is missing, and leaves what is there', async () => {
    const path = join(root, 'a', 'b', 'c');

    await makeFolder(path, 0o700);
    await makeFolder(path);

    for (const made of [path, join(root, 'a')]) expect((await stat(made)).mode & 0o777).toBe(0o700);
  });

  it('takes a link to a folder for the folder', async () => {
    const link = join(root, 'link');
    await symlink(root, link);

    await makeFolder(join(link, 'a'));

    expect((await stat(join(root, 'a'))).isDirectory()).toBe(true);
  });

  it.each(['file', join('file', 'below')])('fails where a file is in the way of %s', async (path) => {
    await writeFile(join(root, 'file'), '');

    await expect(makeFolder(join(root, path))).rejects.toThrow(/EEXIST|ENOTDIR/);
  });

  it.each(['/proc/nope', '/proc/nope/below'])('fails at once for %s, where nothing can be made', async (path) => {
    await expect(makeFolder(path)).rejects.toThrow('/proc');
  });
});
