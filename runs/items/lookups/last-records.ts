import type { JsonObject } from '../../../core/json.ts';
import { isJsonObject } from '../../../core/json.ts';
import { type Database, withTenantPipelined } from '../../../drizzle/index.ts';
import type { Opener } from '../../../vault/index.ts';
import type { RunAddress } from '../../load/load-run.ts';
import { openSealed } from '../sealed/open-sealed.ts';

/** Reads the records that the last items of keys were made of. A record that is gone has none. */
export async function readLastRecords(
  { database, opener, address }: { database: Database; opener: Opener; address: RunAddress },
  keys: readonly string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const { orgId, integrationId } = address;
  const rows = await withTenantPipelined(database, orgId, ({ sql }) =>
    sql<{ key: string; sealed: string }[]>`
      select given.key, encode(made.sealed, 'base64') as sealed
      from unnest(${[...keys]}::text[]) as given (key)
      cross join lateral (
        select id, change from items
        where org_id = ${orgId} and integration_id = ${integrationId} and items.key = given.key and parent_id is null
        order by seq desc limit 1
      ) as last
      join item_steps as made on made.org_id = ${orgId} and made.item_id = last.id and made.step = ''
      where last.change <> 'deleted' and made.sealed is not null`.execute(),
  );
  const opened = await Promise.all(
    rows.map(async ({ key, sealed }) => [key, await openSealed({ opener, address }, sealed)] as const),
  );
  return new Map(opened.flatMap(([key, record]) => (isJsonObject(record) ? [[key, record] as const] : [])));
}
