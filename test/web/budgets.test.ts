import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../start/state/settings.ts';
import { hashSources, toBuildPaths } from '../../web/build/sources.ts';
import { ensureBuilt } from './ensure-built.ts';

/** Compressed, in bytes. */
const budgets = { firstPage: 190_000, page: 40_000, part: 90_000, all: 900_000 };

let folder: string;
let html: string;

beforeAll(async () => {
  await ensureBuilt();
  folder = join(toBuildPaths(projectRoot).folder, hashSources(projectRoot));
  html = await readFile(join(folder, 'index.html'), 'utf8');
});

async function weigh(names: readonly string[]): Promise<number> {
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, 'assets', `${name}.gz`))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function listScripts(): Promise<string[]> {
  return (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js'));
}

describe('test/web/budgets', () => {
  it('loads no more before the first page than the budget allows', async () => {
    const first = [...html.matchAll(/\/app\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name);

    expect(first.length).toBeGreaterThan(0);
    expect(await weigh(first)).toBeLessThan(budgets.firstPage);
  });

  it('loads no more for a page than the budget allows, nor in all', async () => {
    const pages = (await listScripts()).filter((name) => name.includes('-page-'));
    const sizes = await Promise.all(pages.map(async (name) => [name, await weigh([name])] as const));

    expect(pages.length).toBeGreaterThan(10);
    expect(sizes.filter(([, size]) => size > budgets.page)).toEqual([]);
    const parts = await Promise.all((await listScripts()).map(async (name) => [name, await weigh([name])] as const));
    expect(parts.filter(([, size]) => size > budgets.part)).toEqual([]);
    expect(await weigh(await listScripts())).toBeLessThan(budgets.all);
  });

  it('brings the licence of every package whose code is in it', async () => {
    const lines = (await readFile(join(folder, 'assets', 'licenses.txt'), 'utf8')).split('\n');

    expect(lines).toEqual(
      expect.arrayContaining([
        'react',
        'react-dom',
        '@base-ui/react',
        '@tanstack/react-router',
        '@fontsource-variable/inter',
      ]),
    );
  });
});
