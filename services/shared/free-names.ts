import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';

/** Tables whose rows people tell apart by their names, and whether what was deleted stays in them. */
const keepsDeleted = {
  accounts: false,
  calendars: false,
  connections: true,
  integrations: true,
  lookup_tables: false,
  oauth_clients: false,
  token_issuers: false,
  webhook_endpoints: false,
} as const;

export type NamedTable = keyof typeof keepsDeleted;

/**
 * Makes sure that nothing of a name is there, and nobody else who asks for that makes it before the transaction ends. Names need not
 * be unique: this is for who knows things by their names, as files do.
 *
 * @throws {HubError} `precondition_failed`
 */
export async function requireFreeName(
  { sql }: Transaction,
  orgId: string,
  { table, name }: { table: NamedTable; name: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`name|${orgId}|${table}|${name}`}, 0))`;
  const [taken] = await sql`
    select 1 from ${sql.unsafe(table)}
    where org_id = ${orgId} and name = ${name} ${keepsDeleted[table] ? sql`and deleted_at is null` : sql``} limit 1`;
  if (taken !== undefined) throw new HubError('precondition_failed', messages.nameTaken);
}
