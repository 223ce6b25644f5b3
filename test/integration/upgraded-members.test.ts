import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { migrate } from '../../drizzle/migrate.ts';
import type { TestDatabase } from '../harness/database.ts';
import { createDatabaseBefore } from '../harness/database/older-database.ts';

const [orgId, otherId] = [newUuid(), newUuid()];
const [anna, Bert, carl] = [newUuid(), newUuid(), newUuid()];
let database: TestDatabase;
let admin: postgres.Sql;

const addUser = (id: string, name: string) => admin`insert into users (id, name) values (${id}, ${name})`;
const addMember = (org: string, id: string) => admin`
  insert into memberships (org_id, user_id, status, invited_by) values (${org}, ${id}, 'active', 'test')`;

beforeAll(async () => {
  database = await createDatabaseBefore('listed_members');
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
  for (const id of [orgId, otherId]) await admin`insert into organizations (id, name) values (${id}, 'test')`;
  await addUser(carl, 'carl');
  await addUser(Bert, 'Bert');
  await addMember(orgId, carl);
  await addMember(orgId, Bert);
  await addMember(otherId, carl);
  await migrate(database.ownerUrl);
});

afterAll(async () => {
  await admin.end();
  await database.drop();
});

async function listNames(org: string): Promise<string[]> {
  const rows = await admin<{ name_key: string }[]>`
    select name_key from memberships where org_id = ${org} order by name_key`;
  return rows.map(({ name_key: key }) => key);
}

describe('test/integration/upgraded-members', () => {
  it('orders those who were members before the upgrade', async () => {
    expect(await listNames(orgId)).toEqual(['bert', 'carl']);
  });

  it('follows who joins and who gets another name, in each organization', async () => {
    await addUser(anna, 'ANNA');
    await addMember(orgId, anna);
    await admin`update users set name = 'Zoe' where id = ${carl}`;

    expect([await listNames(orgId), await listNames(otherId)]).toEqual([['anna', 'bert', 'zoe'], ['zoe']]);
  });
});
