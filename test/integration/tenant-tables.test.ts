import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { openDatabase, withTenant } from '../../drizzle/client.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});

afterAll(() => testDatabase.drop());

describe('test/integration/tenant-tables', () => {
  it('shows a table that a migration makes one of tenants to the tenant of a transaction only', async () => {
    const owner = postgres(testDatabase.ownerUrl, { max: 1 });
    const database = openDatabase(testDatabase.appUrl, { role: 'hub_app', max: 1 });
    const [one, other] = [newUuid(), newUuid()];
    await owner`create table notes (org_id uuid not null, note text)`;
    await owner`select hub_tenant_table('notes')`;

    await withTenant(database, one, ({ sql }) => sql`insert into notes values (${one}, 'mine')`);
    const seen = (orgId: string) => withTenant(database, orgId, ({ sql }) => sql`select note from notes`);

    expect([...(await seen(one))]).toEqual([{ note: 'mine' }]);
    expect([...(await seen(other))]).toEqual([]);
    expect([...(await owner`select note from notes`)]).toEqual([]);
    await expect(
      withTenant(database, other, ({ sql }) => sql`insert into notes values (${one}, 'not mine')`),
    ).rejects.toThrow('row-level security');
    await expect(database.sql`select hub_tenant_table('notes')`).rejects.toThrow('permission denied');
    await Promise.all([owner.end(), database.close()]);
  });
});
