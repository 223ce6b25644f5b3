import postgres from 'postgres';
import { demoNames } from '../main-job/demo-flow.ts';
import { say, type Say } from '../output.ts';

/**
 * Reports that the embedded PostgreSQL listens on another port, and which connections of users do not reach it.
 *
 * @param adminUrl The hub's database, as the superuser.
 */
export async function tellOfMovedPort(
  { adminUrl, port, remembered }: { adminUrl: string; port: number; remembered: number },
  out: Say = say,
): Promise<void> {
  const names = await findConnections(adminUrl, remembered);
  out(
    `Port ${remembered} is in use by another program: the embedded PostgreSQL listens on ${port} this time. To use port ${remembered} again, stop that program and restart.`,
  );
  for (const name of names) out(`The connection "${name}" points to port ${remembered} and cannot reach the database.`);
}

/** Names of the users' connections to a port of this machine. The start updates its own connections. */
async function findConnections(adminUrl: string, port: number): Promise<string[]> {
  const sql = postgres(adminUrl, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    const rows = await sql<{ name: string }[]>`
      select name from connections
      where deleted_at is null and config ->> 'port' = ${String(port)} and config ->> 'host' in ('127.0.0.1', 'localhost')
        and name <> all(${Object.values(demoNames)})
      order by name limit 20`;
    return rows.map(({ name }) => name);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
