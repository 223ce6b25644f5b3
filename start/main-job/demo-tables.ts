import postgres from 'postgres';
import type { DemoTarget } from './demo-database.ts';

const columns = `
  cve_id text primary key,
  vendor text not null,
  product text not null,
  title text not null,
  date_added date not null,
  due_date date,
  ransomware boolean not null,
  priority text not null,
  cwes text[] not null,
  required_action text`;

/** Makes the tables that the main job writes to where they are missing. */
export function prepareTarget({ url, ownerUrl, credentials }: DemoTarget): Promise<void> {
  return ownerUrl === undefined ? run(url, createTables) : prepareSchema(ownerUrl, credentials.user);
}

function prepareSchema(ownerUrl: string, login: string): Promise<void> {
  return run(ownerUrl, async (sql) => {
    await sql`create schema if not exists hub_demo`;
    await sql`set search_path to hub_demo`;
    await createTables(sql);
    await sql`grant usage on schema hub_demo to ${sql(login)}`;
    for (const table of tables) await sql`grant select, insert, update, delete on ${sql(table)} to ${sql(login)}`;
  });
}

/** That of the main job, and those that docs/set-up.md writes to: none overwrites rows of another. */
const tables = ['kev', 'kev_set_up', 'kev_over_http'];

async function createTables(sql: postgres.Sql): Promise<void> {
  for (const table of tables) await sql.unsafe(`create table if not exists ${table} (${columns})`);
}

async function run(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
