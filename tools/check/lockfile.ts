import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { runProgram } from './run-tool.ts';

/**
 * Checks that the lockfile names no download address and that a clean install would follow it.
 *
 * `npm install` exits with 0 although a platform's package is missing from the lockfile; only `npm ci` notices.
 */
export async function checkLockfile(root: string): Promise<string[]> {
  const addresses = findAddresses(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const { exitCode, output } = await runProgram(root, 'npm', [
    'ci',
    '--dry-run',
    '--ignore-scripts',
    '--loglevel=error',
  ]);
  return exitCode === 0 ? addresses : [...addresses, `A clean install would fail: ${output}`];
}

const lockfileSchema = z.object({
  packages: z.record(z.string(), z.object({ resolved: z.string().optional(), link: z.boolean().optional() })),
});

/** Packages whose download address stands in the lockfile, one problem each. */
export function findAddresses(lockfile: string): string[] {
  const { packages } = lockfileSchema.parse(JSON.parse(lockfile));
  return Object.entries(packages)
    .filter(([, entry]) => entry.resolved !== undefined && entry.link !== true)
    .map(([name]) => `package-lock.json records where ${name} was downloaded: install with the project's .npmrc.`);
}
