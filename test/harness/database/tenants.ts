import postgres from 'postgres';
import { afterAll, beforeAll } from 'vitest';
import { newUuid } from '../../../core/ids.ts';
import { type Database, openDatabase } from '../../../drizzle/index.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

/** Registers what opens a database with two organizations, as the superuser and as the relay, which both see all rows. */
export function useTenants() {
  const organizations = [newUuid(), newUuid()] as const;
  let database: TestDatabase;
  let admin: postgres.Sql;
  let relay: Database;

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
    relay = openDatabase(database.relayUrl, { role: 'hub_relay', max: 2 });
    for (const id of organizations) await admin`insert into organizations (id, name) values (${id}, 'test')`;
  });
  afterAll(async () => {
    await Promise.all([admin.end(), relay.close()]);
    await database.drop();
  });

  return {
    organizations,
    get admin() {
      return admin;
    },
    get relay() {
      return relay;
    },
  };
}
