import { expect } from 'vitest';
import type postgres from 'postgres';

/** Every row of every table, as text, for whoever may see every row. */
export async function dumpDatabase(sql: postgres.Sql): Promise<{ table: string; text: string }[]> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`;
  expect(tables.length).toBeGreaterThan(10);
  return Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql<{ text: string }[]>`select t::text as text from ${sql(name)} as t`;
      return { table: name, text: rows.map(({ text }) => text).join('\n') };
    }),
  );
}

/** A secret in every form in which it might have been written down; of base 64 what stands with and without padding. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex'), encodeURIComponent(secret)];
}
