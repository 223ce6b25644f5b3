import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';

/** Says which process it is, and whether that has the compiler in it which strips types. */
const program = `
  import { restartCompiled } from ${JSON.stringify(join(import.meta.dirname, 'restart-compiled.ts'))};
  const root: string = import.meta.dirname;
  restartCompiled(root);
  const hasCompiler = process.moduleLoadList.some((name) => name.includes('deps/amaro'));
  console.log(JSON.stringify({ pid: process.pid, hasCompiler, mark: process.env['HUB_START_COMPILED'] ?? '' }));`;

const readLine = (line: string): unknown => JSON.parse(line);

async function run(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'hub-compiled-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'program.ts');
  writeFileSync(file, program);
  const cached = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, join(folder, value)]));
  const { NODE_COMPILE_CACHE: _, ...rest } = process.env;
  const running = promisify(execFile)(process.execPath, [file], { env: { ...rest, ...cached } });
  const { stdout } = await running;
  return {
    pid: running.child.pid,
    said: stdout.trim().split('\n').map(readLine),
  };
}

describe('start/restart-compiled', () => {
  it('goes on as the same process without the compiler', async () => {
    const { pid, said } = await run({ NODE_COMPILE_CACHE: 'cache' });

    expect(said).toEqual([{ pid, hasCompiler: false, mark: '' }]);
  });

  it('goes on as it is where nothing is cached', async () => {
    const { pid, said } = await run({});

    expect(said).toEqual([{ pid, hasCompiler: true, mark: '' }]);
  });
});
