import postgres from 'postgres';
import { databaseUrl } from './databases.ts';
import type { Hub } from './hub.ts';
import type { Secrets } from './secrets.ts';

/** A database of the user's, as a connection of the `postgres` connector describes it. */
export interface DemoTarget {
  config: { host: string; port: number; database: string; schema?: string; ssl: Encryption };
  credentials: { user: string; password: string };
  /** For people and scripts that want to look at the rows. */
  url: string;
  /** Makes the tables where they are missing. */
  prepare(): Promise<void>;
}

type Encryption = 'verify_full' | 'require' | 'disable';

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

/**
 * Where the main job writes to: the embedded server's database `hub_demo`; where the user brought a PostgreSQL, a schema
 * of that name in the user's database, so that nothing but it needs to be reachable.
 */
export function demoTarget(hub: Hub, secrets: Secrets): DemoTarget {
  if (hub.postgresPort === undefined) {
    const target = describe(hub.database.appUrl);
    return {
      ...target,
      config: { ...target.config, schema: 'hub_demo' },
      prepare: () => prepareSchema(hub.database.ownerUrl, target.credentials.user),
    };
  }
  const url = databaseUrl(hub.postgresPort, secrets, 'hub_demo', 'hub_demo');
  return { ...describe(url), prepare: () => run(url, createTables) };
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

function describe(address: string): Omit<DemoTarget, 'prepare'> {
  const url = new URL(address);
  return {
    config: {
      host: url.hostname,
      port: Number(url.port || 5432),
      database: decodeURIComponent(url.pathname.slice(1)),
      ssl: encryptionOf(url),
    },
    credentials: { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    url: address,
  };
}

/** As the hub's own client reads the address: without a word about it, there is no encryption. */
function encryptionOf(url: URL): Encryption {
  const mode = url.searchParams.get('sslmode') ?? url.searchParams.get('ssl') ?? 'disable';
  if (mode === 'verify-full') return 'verify_full';
  return mode === 'disable' || mode === 'false' ? 'disable' : 'require';
}
