import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { migrate } from '../../drizzle/migrate.ts';
import type { TestDatabase } from '../harness/database.ts';
import { createDatabaseBefore } from '../harness/database/older-database.ts';

const orgId = newUuid();
const [source, target] = [newUuid(), newUuid()];
const integrations = [
  { name: 'Changed while inactive', status: 'inactive', active: 1 },
  { name: 'Left incomplete', status: 'draft', active: 1 },
  { name: 'Never activated', status: 'inactive', active: null },
  { name: 'Taken back', status: 'active', active: 1 },
] as const;
let database: TestDatabase;
let admin: postgres.Sql;

beforeAll(async () => {
  database = await createDatabaseBefore('followed_revisions');
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
  await admin`insert into organizations (id, name) values (${orgId}, 'test')`;
  for (const { name, status, active } of integrations) {
    const id = newUuid();
    await admin`
      insert into integrations (org_id, id, name, status, revision, active_revision)
      values (${orgId}, ${id}, ${name}, ${status}, 2, ${active})`;
    await admin`
      insert into integration_revisions (org_id, integration_id, revision, definition, connection_ids)
      values (${orgId}, ${id}, 1, '{}', array[${source}::uuid]), (${orgId}, ${id}, 2, '{}', array[${target}::uuid])`;
  }
  await migrate(database.ownerUrl);
});

afterAll(async () => {
  await admin.end();
  await database.drop();
});

describe('test/integration/upgraded-revisions', () => {
  it('leaves every integration on the revision that its runs used before the upgrade', async () => {
    const rows = await admin<{ name: string; active_revision: number | null; row_version: number }[]>`
      select name, active_revision, row_version::int from integrations order by name`;

    expect(rows.map((row) => [row.name, row.active_revision, row.row_version])).toEqual([
      ['Changed while inactive', 2, 1],
      ['Left incomplete', 2, 1],
      ['Never activated', null, 1],
      ['Taken back', 1, 1],
    ]);
  });

  it('knows what the revisions use that are used now, and keeps tenants apart as before', async () => {
    const rows = await admin<{ name: string; used_id: string; active: boolean }[]>`
      select name, used_id, active from integration_uses as uses
      join integrations on integrations.org_id = uses.org_id and integrations.id = uses.integration_id
      where name in ('Changed while inactive', 'Taken back') order by name, active`;
    const forced = await admin`
      select relname from pg_class where relforcerowsecurity
        and relname in ('integrations', 'integration_revisions', 'integration_uses')`;

    expect(rows.map((row) => [row.name, row.used_id, row.active])).toEqual([
      ['Changed while inactive', target, true],
      ['Taken back', target, false],
      ['Taken back', source, true],
    ]);
    expect(forced).toHaveLength(3);
  });
});
