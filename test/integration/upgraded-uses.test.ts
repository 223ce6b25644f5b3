import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { migrate } from '../../drizzle/migrate.ts';
import type { TestDatabase } from '../harness/database.ts';
import { createDatabaseBefore } from '../harness/database/older-database.ts';

const orgId = newUuid();
const [source, target, freeze] = [newUuid(), newUuid(), newUuid()];
const [draft, rolledBack, deleted] = [newUuid(), newUuid(), newUuid()];
let database: TestDatabase;
let admin: postgres.Sql;

beforeAll(async () => {
  database = await createDatabaseBefore('integration_uses');
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
  await admin`insert into organizations (id, name) values (${orgId}, 'test')`;
  await admin`
    insert into integrations (org_id, id, name, status, revision, active_revision, deleted_at)
    values (${orgId}, ${draft}, 'Draft', 'draft', 2, null, null), (${orgId}, ${rolledBack}, 'Rolled back', 'active', 2, 1, null),
      (${orgId}, ${deleted}, 'Deleted', 'active', 1, 1, now())`;
  await addRevision(draft, 1, [source], []);
  await addRevision(draft, 2, [target], []);
  await addRevision(rolledBack, 1, [source, target], []);
  await addRevision(rolledBack, 2, [source], [freeze]);
  await addRevision(deleted, 1, [source], []);
  await migrate(database.ownerUrl);
});

afterAll(async () => {
  await admin.end();
  await database.drop();
});

async function addRevision(id: string, revision: number, connections: string[], calendars: string[]): Promise<void> {
  await admin`
    insert into integration_revisions (org_id, integration_id, revision, definition, connection_ids, calendar_ids)
    values (${orgId}, ${id}, ${revision}, '{}', ${connections}::uuid[], ${calendars}::uuid[])`;
}

/** What is used, by whether the active revision names it. */
async function usesOf(id: string): Promise<Record<string, boolean>> {
  const rows = await admin<{ id: string; active: boolean }[]>`
    select used_id as id, active from integration_uses where org_id = ${orgId} and integration_id = ${id}`;
  return Object.fromEntries(rows.map((row) => [row.id, row.active]));
}

describe('test/integration/upgraded-uses', () => {
  it('knows what the newest and the active revisions of live integrations named before the upgrade', async () => {
    expect(await Promise.all([draft, rolledBack, deleted].map(usesOf))).toEqual([
      { [target]: false },
      { [source]: true, [target]: true, [freeze]: false },
      {},
    ]);
  });

  it('follows revisions, activation, the way back and deletion', async () => {
    await admin`update integrations set revision = 3, active_revision = 3 where id = ${draft}`;
    await addRevision(draft, 3, [source], [freeze]);
    const saved = await usesOf(draft);
    await admin`update integrations set active_revision = 2 where id = ${draft}`;
    const wentBack = await usesOf(draft);
    await admin`update integrations set deleted_at = now() where id = ${draft}`;

    expect(saved).toEqual({ [source]: true, [freeze]: true });
    expect(wentBack).toEqual({ [source]: false, [freeze]: false, [target]: true });
    expect(await usesOf(draft)).toEqual({});
  });
});
