import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBin, runProgram } from './run-tool.ts';

/**
 * Checks that the migrations give the schema that the code describes.
 *
 * drizzle-kit has no such check: it is asked to write the next migration into a copy, and its text says whether there
 * was anything to write. Its exit code is 0 even where it would have asked about a rename.
 *
 * @param schema File of the tables, from the root.
 */
export async function checkMigrations(root: string, schema = './drizzle/schema/index.ts'): Promise<string[]> {
  // drizzle-kit joins its folder to the working directory, so the copy lies within the repository.
  const copy = `.cache/migrations-${process.pid}-${Date.now()}`;
  const kit = await findBin(root, 'drizzle-kit', 'drizzle-kit');
  const run = (command: string, ...args: string[]) =>
    runProgram(root, process.execPath, [kit, command, '--dialect', 'postgresql', '--out', copy, ...args]);
  await mkdir(join(root, '.cache'), { recursive: true });
  await cp(join(root, 'drizzle/migrations'), join(root, copy), { recursive: true });
  try {
    const consistent = await run('check');
    if (consistent.exitCode !== 0) return [consistent.output];
    const next = await run('generate', '--schema', schema);
    if (next.output.includes('No schema changes')) return [];
    const missing = await readNewMigration(join(root, 'drizzle/migrations'), join(root, copy));
    return [`The migrations lack what drizzle/schema describes. Missing:\n${missing ?? next.output}`];
  } finally {
    await rm(join(root, copy), { recursive: true });
  }
}

async function readNewMigration(stored: string, copy: string): Promise<string | undefined> {
  const known = new Set(await readdir(stored));
  const file = (await readdir(copy)).find((name) => name.endsWith('.sql') && !known.has(name));
  return file === undefined ? undefined : readFile(join(copy, file), 'utf8');
}
