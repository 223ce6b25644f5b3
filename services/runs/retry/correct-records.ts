import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { messages } from '../../../core/messages.ts';
import { parsePath } from '../../../core/paths.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { createSealer } from '../../../vault/seal.ts';
import { findEnds } from '../../integrations/validation/find-ends.ts';
import type { ServiceContext } from '../../shared/context.ts';
import type { PastRun } from '../read-past-run.ts';
import { requireDeadLetters } from '../require-dead-letters.ts';

/**
 * Keeps other values for failed records, sealed like the records themselves. They stay with a record until it was processed;
 * later ones take their place.
 *
 * @throws {HubError} `invalid_request` for records that cannot be processed again, records of flows, and values that would
 *   make another record of it.
 */
export async function correctRecords(
  tx: Transaction,
  { orgId, publicKeys }: Pick<ServiceContext, 'orgId' | 'publicKeys'>,
  past: PastRun,
  records: readonly { id: string; values: JsonObject }[],
): Promise<void> {
  if (records.length === 0) return;
  const keys = await listKeys(tx, orgId, past);
  const ids = await requireDeadLetters(
    tx,
    { orgId, run: past.id, named: records.map(({ id }) => id) },
    (index) => `records[${index}]`,
    ({ source_key: key, item_id: item }, index) => {
      if (item !== null) return { code: 'not_correctable', message: messages.recordOfFlow };
      const isKnown = key !== null && keys.some((path) => reaches(records[index]?.values, path));
      return isKnown ? { code: 'key_changed', message: messages.recordKeyFixed } : undefined;
    },
  );
  const sealer = await createSealer(publicKeys, { purpose: 'record', orgId, integrationId: past.integration_id });
  const sealed = records.map(({ values }) => sealer.seal(values).toString('hex'));
  await tx.sql`
    update dead_letters set correction = decode(given.sealed, 'hex')
    from unnest(${ids}::uuid[], ${sealed}::text[]) as given (id, sealed)
    where org_id = ${orgId} and dead_letters.id = given.id`;
}

/** What identifies the records of a run: as its definition says, or else as its object does. */
async function listKeys(
  tx: Transaction,
  orgId: string,
  { definition: { source } }: PastRun,
): Promise<readonly string[]> {
  if (source === undefined) return [];
  return source.key ?? (await findEnds(tx, orgId, { source }, [])).source?.description.key ?? [];
}

/** Whether values have a member on the way of a path. */
function reaches(values: Json | undefined, path: string): boolean {
  const parsed = parsePath(path);
  if (!parsed.ok) return false;
  let at = values;
  for (const segment of parsed.path.segments) {
    if (!isJsonObject(at)) return at !== undefined;
    at = at[segment];
  }
  return at !== undefined;
}
