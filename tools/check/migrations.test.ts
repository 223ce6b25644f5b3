import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkMigrations } from './migrations.ts';

const root = join(import.meta.dirname, '../..');
const folder = `.cache/schema-${process.pid}`;

beforeAll(() => mkdir(join(root, folder), { recursive: true }));
afterAll(() => rm(join(root, folder), { recursive: true }));

describe('tools/check/migrations', () => {
  it('finds a table that no migration creates', async () => {
    const tables =
      "import { pgTable, text } from 'drizzle-orm/pg-core';\nexport const planted = pgTable('planted', { a: text() });\n";
    const schema = `${folder}/planted.ts`;
    await writeFile(join(root, schema), `export * from '../../drizzle/schema/index.ts';\n${tables}`);

    const problems = await checkMigrations(root, `./${schema}`);

    expect(problems).toEqual([expect.stringContaining('planted')]);
  });

  it('accepts the tables of the migrations', async () => {
    expect(await checkMigrations(root)).toEqual([]);
  });
});
