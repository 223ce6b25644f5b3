import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** What a finished program said. */
export interface Finished {
  exitCode: number;
  output: string;
}

/**
 * Runs a program to its end, without standard input.
 *
 * @throws {Error} when it cannot be started.
 */
export function runProgram(cwd: string, program: string, args: readonly string[]): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { cwd, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number')
        reject(new Error(`${program} did not run to its end.`, { cause: error }));
      else resolve({ exitCode: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}`.trim() });
    });
    child.stdin?.end();
  });
}

/**
 * Runs a script under this process's own Node.
 *
 * @returns its output as the one problem, or nothing when it exits with 0.
 */
export async function runScript(root: string, script: string, args: readonly string[]): Promise<string[]> {
  const { exitCode, output } = await runProgram(root, process.execPath, [script, ...args]);
  return exitCode === 0 ? [] : [output === '' ? `${script} exits with ${exitCode}.` : output];
}

/** Runs the program of an installed package, as `runScript` does. */
export async function runTool(
  root: string,
  packageName: string,
  bin: string,
  args: readonly string[],
): Promise<string[]> {
  return runScript(root, await findBin(root, packageName, bin), args);
}

const manifestSchema = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

/** Finds the script of a package's program: `bin` of its package.json. */
export async function findBin(root: string, packageName: string, bin: string): Promise<string> {
  const file = join(root, 'node_modules', packageName, 'package.json');
  const { bin: bins } = manifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const script = typeof bins === 'string' ? bins : bins[bin];
  if (script === undefined) throw new Error(`The package ${packageName} has no program ${bin}.`);
  return join(dirname(file), script);
}
