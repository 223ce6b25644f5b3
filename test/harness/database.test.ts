import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { createForeignDatabase, createTestDatabase } from './database.ts';

async function query(url: string, text: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

describe('test/harness/database', () => {
  it('gives each test a migrated database of its own, also at the same time', async () => {
    const databases = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);

    for (const { appUrl } of databases) {
      expect(await query(appUrl, 'select count(*)::int as count from connections')).toEqual([{ count: 0 }]);
    }

    await Promise.all(databases.map((database) => database.drop()));
  });

  it('gives logins that neither are superusers nor pass by row-level security', async () => {
    const database = await createTestDatabase();

    for (const url of [database.appUrl, database.relayUrl, database.ownerUrl]) {
      const rows = await query(url, 'select rolsuper, rolbypassrls from pg_roles where rolname = current_user');
      expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
    }

    await database.drop();
  });

  it('gives an empty database whose login cannot enter those of the hub', async () => {
    const foreign = await createForeignDatabase();

    await query(foreign.url, 'create table kev (id int)');
    await expect(query(foreign.url.replace(/[^/]+$/, 'hub'), 'select 1')).rejects.toThrow(/permission denied/);

    await foreign.drop();
  });
});
