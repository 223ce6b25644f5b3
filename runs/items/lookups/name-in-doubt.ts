import { type Database, withTenantPipelined } from '../../../drizzle/index.ts';
import type { DeadLetter } from '../../../engine/ports.ts';
import type { StreamAddress } from '../../store/segment-statements.ts';

/** Says at which step, and of which item, writes were that are given up as in doubt: they are known by their effects alone. */
export async function nameInDoubt(
  database: Database,
  { orgId, integrationId, step }: StreamAddress,
  deadLetters: readonly DeadLetter[],
): Promise<DeadLetter[]> {
  if (deadLetters.length === 0) return [];
  const keys = deadLetters.flatMap(({ sourceKey }) => sourceKey ?? []);
  const rows = await withTenantPipelined(database, orgId, ({ sql }) =>
    sql<{ id: string; key: string; effect_key: string }[]>`
      select i.id, i.key, given.effect_key from unnest(${keys}::text[]) as given (effect_key)
      join items as i on i.org_id = ${orgId} and i.integration_id = ${integrationId} and i.status = 'ready' and i.step = ${step}
        and i.settled is null and i.parent_id is null
        and given.effect_key in (coalesce(i.subject, i.key), coalesce(i.subject, i.key) || '@' || i.seq)`.execute(),
  );
  const items = new Map(rows.map((row) => [row.effect_key, row]));
  return deadLetters.map((deadLetter) => {
    const item = items.get(deadLetter.sourceKey ?? '');
    return { ...deadLetter, step, ...(item === undefined ? {} : { itemId: item.id }) };
  });
}
