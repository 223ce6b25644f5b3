import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../start/processes/run-command.ts';
import { cacheDir, projectRoot } from '../../start/state/settings.ts';

const installTimeoutMs = 180_000;

/**
 * Finds a program of others in the cache, or installs it there from PyPI.
 *
 * @param program.imports A module of it.
 * @param program.requirements File with every package and its version.
 * @returns the interpreter that has it; `undefined`, with a line that says why, where there is no Python or PyPI is closed.
 */
export async function installFromPypi(
  { name, imports, requirements }: { name: string; imports: string; requirements: string },
  say: (text: string) => void,
): Promise<string | undefined> {
  const version = new RegExp(`^${name}==(.*)$`, 'm').exec(readFileSync(requirements, 'utf8'))?.[1] ?? '';
  const home = join(cacheDir(projectRoot), `${name}-${version}`);
  const program = join(home, 'bin', 'python');
  if ((await runCommand(program, ['-c', `import ${imports}`])).code === 0) return program;
  rmSync(home, { recursive: true, force: true });
  for (const [file, args] of [
    ['python3', ['-m', 'venv', home]],
    [program, ['-m', 'pip', 'install', '--quiet', '--no-deps', '--only-binary=:all:', '-r', requirements]],
  ] as const) {
    const { code, output } = await runCommand(file, args, { timeoutMs: installTimeoutMs });
    if (code === 0) continue;
    rmSync(home, { recursive: true, force: true });
    say(`${name} is not available: ${output.trim().split('\n').at(-1) ?? ''}`);
    return undefined;
  }
  return program;
}
