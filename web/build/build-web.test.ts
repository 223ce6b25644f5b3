import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from './build-web.ts';
import { files, folders, hashSources, isBuilt, toBuildPaths } from './sources.ts';

const project = join(import.meta.dirname, '..', '..');
let root: string;

/** A project with a page as small as can be, since what is tried here is what becomes of builds. */
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hub-web-'));
  await Promise.all(folders.map((folder) => mkdir(join(root, folder), { recursive: true })));
  for (const file of files) await cp(join(project, file), join(root, file));
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'));
  await writeFile(join(root, 'web', 'index.html'), '<script type="module" src="./main.ts"></script>');
  await writePage('one');
});

afterAll(() => rm(root, { recursive: true, force: true }));

function writePage(text: string): Promise<void> {
  return writeFile(join(root, 'web', 'main.ts'), `document.title = ${JSON.stringify(text.repeat(200))};`);
}

async function listBuilds(): Promise<string[]> {
  return (await readdir(toBuildPaths(root).folder)).filter((name) => name !== 'current');
}

describe('web/build/build-web', () => {
  it('builds once what is the same, keeps the build before, and removes older ones', async () => {
    expect(isBuilt(root)).toBe(false);
    await buildWeb(root, false);
    const first = hashSources(root);
    expect([isBuilt(root), await listBuilds()]).toEqual([true, [first]]);

    await writePage('two');
    expect(isBuilt(root)).toBe(false);
    await buildWeb(root, false);
    const second = hashSources(root);
    await writePage('three');
    await buildWeb(root, false);

    expect((await listBuilds()).toSorted()).toEqual([second, hashSources(root)].toSorted());
    expect(await readFile(toBuildPaths(root).current, 'utf8')).toBe(`${hashSources(root)}\n${second}\n`);
  });

  it('keeps compressed twins and the licences beside the files, and nothing inline', async () => {
    const folder = join(toBuildPaths(root).folder, hashSources(root));
    const assets = await readdir(join(folder, 'assets'));
    const html = await readFile(join(folder, 'index.html'), 'utf8');

    expect(assets.filter((name) => name.endsWith('.js.br') || name.endsWith('.js.gz'))).toHaveLength(2);
    expect(assets).toContain('licenses.txt');
    expect(html).toMatch(/src="\/app\/assets\/[^"]+\.js"/);
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style/);
  });

  it('leaves what is served as it is when a build fails', async () => {
    const before = await readFile(toBuildPaths(root).current, 'utf8');
    await writeFile(join(root, 'web', 'main.ts'), "import './nowhere.ts';");

    await expect(buildWeb(root, false)).rejects.toThrow('nowhere');
    expect(await readFile(toBuildPaths(root).current, 'utf8')).toBe(before);
    expect((await listBuilds()).filter((name) => name.startsWith('.work'))).toEqual([]);
  });
});
