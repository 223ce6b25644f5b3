import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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

  it('restarts once for the same sources, and again when they have changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hub-compiled-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'package-lock.json'), '{}');
    const restarts = program.replace(
      'restartCompiled(root);',
      'const execve = process.execve; process.execve = (...args) => { console.log(\'"again"\'); execve(...args); }; restartCompiled(root);',
    );
    const start = async (): Promise<unknown[]> => {
      writeFileSync(join(folder, 'program.mts'), restarts);
      utimesSync(join(folder, 'program.mts'), 1, 1);
      const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') };
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'program.mts')], { env });
      return stdout
        .trim()
        .split('\n')
        .map(readLine)
        .filter((said) => said === 'again');
    };

    const times = [await start(), await start()];
    writeFileSync(join(folder, 'source.ts'), 'export {};');
    times.push(await start());

    expect(times).toEqual([['again'], [], ['again']]);
  });

  it('goes on as it is where nothing is cached', async () => {
    const { pid, said } = await run({});

    expect(said).toEqual([{ pid, hasCompiler: true, mark: '' }]);
  });
});
