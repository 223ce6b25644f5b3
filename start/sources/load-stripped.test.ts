import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const word = (value: string) => `export const word: string = '${value}';`;
const program = `
  import { word } from './word.ts';
  const hasCompiler: boolean = process.moduleLoadList.some((name) => name.includes('deps/amaro'));
  console.log(JSON.stringify([word, hasCompiler]));`;

describe('start/sources/load-stripped', () => {
  let root: string;
  let folder: string;

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'hub-stripped-')));
    onTestFinished(() => rmSync(root, { recursive: true }));
    folder = join(root, '.cache', 'stripped');
    mkdirSync(join(root, 'start'));
    cpSync(import.meta.dirname, join(root, 'start', 'sources'), { recursive: true });
    writeFileSync(join(root, 'package.json'), '{"type": "module"}');
    writeFileSync(join(root, 'main.ts'), program);
    writeFileSync(join(root, 'word.ts'), word('first'));
  });

  const strip = () => run(process.execPath, [join(root, 'start/sources/strip-sources.ts'), root, folder]);

  /** What the program says: the word, and whether its process had to compile. */
  async function execute(): Promise<unknown> {
    const { href } = pathToFileURL(join(folder, 'start/sources/load-stripped.ts.js'));
    const { NODE_COMPILE_CACHE: _, ...env } = process.env;
    const { stdout } = await run(process.execPath, ['--import', href, join(root, 'main.ts')], { env });
    return JSON.parse(stdout);
  }

  it('runs sources without the compiler', async () => {
    await strip();

    expect(await execute()).toEqual(['first', false]);
  });

  it('runs a source that has changed since as it is, until it is stripped again', async () => {
    await strip();
    writeFileSync(join(root, 'word.ts'), word('second'));

    expect(await execute()).toEqual(['second', true]);
    await strip();
    expect(await execute()).toEqual(['second', false]);
  });

  it('takes no file that was not written to its end', async () => {
    await strip();
    const stripped = join(folder, 'word.ts.js');
    writeFileSync(stripped, 'export const wo');

    expect(await execute()).toEqual(['first', true]);
    utimesSync(stripped, 1, 1);
    await strip();
    expect(await execute()).toEqual(['first', false]);
  });
});
