import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as migrateWithDrizzle } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Processes that migrate at once wait for each other. The number is arbitrary and used for nothing else. */
const migrationLock = 4_822_911;

/**
 * Brings the database to the newest schema; does nothing when it is there already.
 *
 * @param ownerUrl Login that owns the database. It must be allowed to create roles unless `hub_app` and `hub_relay`
 *   exist.
 */
export async function migrate(ownerUrl: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    await createRoles(sql);
    await migrateWithDrizzle(drizzle(sql), { migrationsFolder });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Creates the roles that the processes act as, where they are missing.
 *
 * Roles belong to the whole server, so they are not part of the migrations of one database.
 */
async function createRoles(sql: postgres.Sql): Promise<void> {
  for (const role of ['hub_app', 'hub_relay']) {
    const [found] = await sql`select 1 from pg_roles where rolname = ${role}`;
    if (found !== undefined) continue;
    await sql`create role ${sql(role)} nologin nosuperuser nobypassrls`;
    await sql`grant ${sql(role)} to current_user`;
  }
}

if (import.meta.main) {
  const { readConfig } = await import('../core/config.ts');
  const config = readConfig(process.env);
  await migrate(config.DATABASE_OWNER_URL ?? config.DATABASE_URL);
  process.stdout.write('The database is at the newest schema.\n');
}
