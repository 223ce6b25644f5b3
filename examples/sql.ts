import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { z } from 'zod';

/**
 * `node examples/sql.ts "STATEMENTS"`: runs SQL in the demo database of the hub that `npm start` runs here, and prints the
 * rows of the last statement, one a line. For readers of `docs/recipes/` who have no `psql`.
 */
if (import.meta.main) {
  const folder = process.env['HUB_DATA_DIR'] ?? '.hub';
  const { demo_database_url: url } = z
    .object({ demo_database_url: z.string() })
    .parse(JSON.parse(await readFile(join(folder, 'hub.json'), 'utf8')));
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    // Several statements give a list of results; one gives its rows.
    const results = await sql.unsafe(process.argv.slice(2).join(' ')).simple();
    const rows = z.array(z.record(z.string(), z.unknown()));
    const several = z.array(rows).min(1).safeParse(results);
    for (const row of several.success ? (several.data.at(-1) ?? []) : rows.parse(results)) {
      console.log(Object.values(row).map(toText).join(' | '));
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
