import type { Transaction } from '../../drizzle/client.ts';
import type { CallbackWait } from './callback-token.ts';

/** The id by now of a wait that had another one when an address was made of it: revisions may have renamed it. */
export async function findRenamed(
  { sql }: Transaction,
  { orgId, itemId, step }: Pick<CallbackWait, 'orgId' | 'itemId' | 'step'>,
): Promise<string> {
  const rows = await sql<{ id: string; was: string }[]>`
    select renamed ->> 'id' as id, renamed ->> 'was' as was
    from items join integration_revisions as made on made.org_id = items.org_id and made.integration_id = items.integration_id
    cross join lateral jsonb_path_query(made.definition -> 'steps', 'lax $.** ? (exists (@.was) && exists (@.wait))') as renamed
    where items.org_id = ${orgId} and items.id = ${itemId} order by made.revision`;
  return rows.reduce((id, renamed) => (renamed.was === id ? renamed.id : id), step);
}
