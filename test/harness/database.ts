import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { databaseUrl, type Login } from '../../start/servers/database-url.ts';

/** A database of one test's own. */
export interface TestDatabase {
  /** As `hub_app`: row-level security applies. */
  appUrl: string;
  /** As `hub_relay`. */
  relayUrl: string;
  /** As `hub_owner`, which owns the tables; row-level security applies to it, too. */
  ownerUrl: string;
  /** As the superuser, who sees every row. */
  adminUrl: string;
  drop(): Promise<void>;
}

/** Makes a migrated database by copying the one that the set-up migrated; takes about 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return toTestDatabase(await createDatabase('template hub owner hub_owner'));
}

/** Makes an empty database for the hub. */
export async function createUnmigratedDatabase(): Promise<TestDatabase> {
  return toTestDatabase(await createDatabase('owner hub_owner'));
}

function toTestDatabase(name: string): TestDatabase {
  return {
    appUrl: urlOf('hub_app', name),
    relayUrl: urlOf('hub_relay', name),
    ownerUrl: urlOf('hub_owner', name),
    adminUrl: urlOf('postgres', name),
    drop: () => dropDatabase(name),
  };
}

/** Makes an empty database that belongs to a login of its own, as a user's would: a source or target of connectors. */
export async function createForeignDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = await createDatabase('owner hub_demo');
  return { url: urlOf('hub_demo', name), drop: () => dropDatabase(name) };
}

function urlOf(login: Login, name: string): string {
  const { port, secrets } = inject('postgres');
  return databaseUrl(port, secrets, login, name);
}

async function createDatabase(options: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(async (sql) => {
    // Where the system can, it copies files by itself, and shares their blocks.
    await sql`
      select set_config(name, 'clone', false) from pg_settings where name = 'file_copy_method' and 'clone' = any(enumvals)`;
    // Files are copied in a quarter of the time that it takes to write every page of them to the log.
    await sql.unsafe(`create database ${name} ${options} strategy file_copy`);
  });
  return name;
}

async function dropDatabase(name: string): Promise<void> {
  await asAdmin((sql) => sql.unsafe(`drop database if exists ${name} with (force)`));
}

async function asAdmin(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(urlOf('postgres', 'postgres'), { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
