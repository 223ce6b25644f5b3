import { type IdKind, toId, toUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';

/** Where names are kept of who can do something. */
const keptIn = [
  { kind: 'user', table: 'users', hasOrganization: false },
  { kind: 'apiKey', table: 'api_keys', hasOrganization: true },
  { kind: 'oauthClient', table: 'oauth_clients', hasOrganization: true },
  { kind: 'tokenIssuer', table: 'token_issuers', hasOrganization: true },
] as const satisfies { kind: IdKind; table: string; hasOrganization: boolean }[];

/** The actor of an external token is its issuer, a bar, and the subject. */
const subject = /\|.*$/s;

/**
 * Finds the names that those have now who did something, by what the log calls them. Of people, an organization sees its members
 * only; who is gone has no name any more.
 */
export async function nameActors(
  tx: Transaction,
  orgId: string,
  actors: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(actors)].filter((actor) => actor !== null);
  const names = new Map<string, string>();
  await Promise.all(
    keptIn.map(async ({ kind, table, hasOrganization }) => {
      const ids = known.flatMap((actor) => toUuid(kind, actor.replace(subject, '')) ?? []);
      if (ids.length === 0) return;
      const { sql } = tx;
      const rows = await sql<{ id: string; name: string }[]>`
        select id, name from ${sql(table)}
        where id = any(${ids}::uuid[]) ${hasOrganization ? sql`and org_id = ${orgId}` : sql``}`;
      for (const { id, name } of rows) names.set(toId(kind, id), name);
    }),
  );
  return new Map(known.flatMap((actor) => toEntry(actor, names)));
}

function toEntry(actor: string, names: ReadonlyMap<string, string>): [string, string][] {
  const name = names.get(actor.replace(subject, ''));
  return name === undefined ? [] : [[actor, name]];
}
