import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
  const isThere = async (): Promise<boolean> => (await runCommand(program, ['-c', `import ${imports}`])).code === 0;
  if (await isThere()) return program;
  // Test files run beside each other: one of them installs it.
  const release = await acquireLock(`${home}.lock`);
  try {
    return (await isThere()) ? program : await install({ name, home, program, requirements }, say);
  } finally {
    release();
  }
}

async function install(
  { name, home, program, requirements }: { name: string; home: string; program: string; requirements: string },
  say: (text: string) => void,
): Promise<string | undefined> {
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

/** Waits until nobody else holds a lock, and holds it; one that was left behind is taken over. @returns what gives it back. */
async function acquireLock(lock: string): Promise<() => void> {
  mkdirSync(dirname(lock), { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      return () => rmSync(lock, { recursive: true, force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const heldMs = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (heldMs > 2 * installTimeoutMs) rmSync(lock, { recursive: true, force: true });
      await sleep(200);
    }
  }
}
