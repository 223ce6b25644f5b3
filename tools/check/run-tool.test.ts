import { describe, expect, it } from 'vitest';
import { findBin, runProgram, runScript } from './run-tool.ts';

const here = import.meta.dirname;

describe('tools/check/run-tool', () => {
  it('gives the exit code and what was printed, without standard input', async () => {
    const program =
      "process.stdin.on('end', () => { console.log('out'); console.error('err'); process.exit(3); }).resume()";

    expect(await runProgram(here, process.execPath, ['-e', program])).toEqual({ exitCode: 3, output: 'out\nerr' });
  });

  it('takes the output of a failed script for the problem', async () => {
    expect(await runScript(here, 'missing-script.ts', [])).toEqual([expect.stringContaining('missing-script.ts')]);
    expect(await runScript(here, 'run-tool.ts', [])).toEqual([]);
  });

  it('refuses a program that does not exist', async () => {
    await expect(runProgram(here, 'no-such-program', [])).rejects.toThrow('no-such-program');
    await expect(findBin(`${here}/../..`, 'zod', 'zod')).rejects.toThrow();
  });
});
