import postgres from 'postgres';
import { databaseUrl, logins } from './database-url.ts';
import type { Secrets } from '../state/secrets.ts';

/**
 * Creates logins and databases where they are missing, and sets the passwords to ours.
 *
 * `hub` belongs to `hub_owner`; `hub_demo`, the target of the main job, is a database like any user's, closed to the
 * hub's own logins as `hub` is to its login.
 */
export async function ensureDatabases(port: number, secrets: Secrets): Promise<void> {
  const sql = postgres(databaseUrl(port, secrets, 'postgres', 'postgres'), {
    max: 1,
    connect_timeout: 10,
    onnotice: () => undefined,
  });
  try {
    for (const login of logins) await ensureLogin(sql, login, secrets[login]);
    await ensureDatabase(sql, 'hub', 'hub_owner');
    await sql`grant connect on database hub to hub_app, hub_relay`;
    await ensureDatabase(sql, 'hub_demo', 'hub_demo');
    // Connections of users reach this server as `hub_demo`: nothing of it is theirs but that database.
    await sql`revoke connect, temporary on database postgres, template1 from public`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function ensureLogin(sql: postgres.Sql, login: string, password: string): Promise<void> {
  const [found] = await sql`select 1 from pg_roles where rolname = ${login}`;
  if (found === undefined) await sql`create role ${sql(login)} nosuperuser nobypassrls nocreaterole nocreatedb`;
  // Utility statements take no parameters. The password is hexadecimal, made by ourselves.
  await sql.unsafe(`alter role ${login} login password '${password}'`);
}

async function ensureDatabase(sql: postgres.Sql, name: string, owner: string): Promise<void> {
  const [found] = await sql`select 1 from pg_database where datname = ${name}`;
  if (found === undefined) await sql`create database ${sql(name)} owner ${sql(owner)}`;
  await sql`revoke all on database ${sql(name)} from public`;
}
