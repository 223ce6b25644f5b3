import type { JsonObject } from '../../../../core/json.ts';
import { withTenantPipelined } from '../../../../drizzle/index.ts';
import type { ItemReader } from '../../read-items.ts';
import type { ResumedItem } from '../wait-statements.ts';
import { selectEvents } from './event-statements.ts';

/** What was delivered that items waited for, by the ids of these; null where it has been deleted since. */
export async function readEvents(
  reader: Pick<ItemReader, 'database' | 'opener' | 'address'>,
  items: readonly ResumedItem[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const answered = items.filter(
    ({ wait_kind: kind, wait_status: status }) => kind === 'event' && status === 'answered',
  );
  if (answered.length === 0) return new Map();
  const { database, opener, address } = reader;
  const { orgId } = address;
  const rows = await withTenantPipelined(database, orgId, (tx) =>
    selectEvents(
      tx,
      address,
      answered.map(({ wait_id: id }) => id),
    ),
  );
  const read = await Promise.all(
    rows.map(async ({ item_id: id, integration_id: integrationId, sealed }) => {
      const context = { purpose: 'record', orgId, integrationId } as const;
      const payload = sealed === null ? null : await opener.open(context, Buffer.from(sealed, 'base64'));
      return [id, { payload }] as const;
    }),
  );
  return new Map(read);
}
