import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { z } from 'zod';
import { createUnmigratedDatabase, type TestDatabase } from '../database.ts';

const migrations = fileURLToPath(new URL('../../../drizzle/migrations', import.meta.url));
const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/**
 * Makes a database of an earlier version: with the migrations before one.
 *
 * @param name Of that migration, without its number.
 */
export async function createDatabaseBefore(name: string): Promise<TestDatabase> {
  const database = await createUnmigratedDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'hub-migrations-'));
  const owner = postgres(database.ownerUrl, { max: 1, onnotice: () => undefined });
  try {
    await cp(migrations, folder, { recursive: true });
    const file = join(folder, 'meta', '_journal.json');
    const journal = journalSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    const end = journal.entries.findIndex(({ tag }) => tag.slice('0000_'.length) === name);
    if (end === -1) throw new Error(`There is no migration ${name}.`);
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
    await migrate(drizzle(owner), { migrationsFolder: folder });
  } finally {
    await owner.end({ timeout: 5 });
    await rm(folder, { recursive: true });
  }
  return database;
}
