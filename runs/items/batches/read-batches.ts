import { z } from 'zod';
import { toId } from '../../../core/ids.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { type Database, withTenantPipelined } from '../../../drizzle/index.ts';
import { inDoubt } from '../../../flow/index.ts';
import type { StoredItem } from '../item-rows.ts';
import { outputMember } from '../sealed/origins.ts';
import { openSealed, type SealedReader } from '../sealed/open-sealed.ts';
import type { ResumedItem } from '../waits/wait-statements.ts';
import { type BatchEnd, selectBatchEnds, selectElements } from './batch-statements.ts';

interface BatchReader extends SealedReader {
  database: Database;
}

/** Whether an item goes through the steps of a batch, for the items that are in it. */
export function isBatch({ parent_id: parentId, parent_step: parentStep }: StoredItem): boolean {
  return parentId === null && parentStep !== null;
}

/** The lists of batches, by the ids of the items that go through their steps. */
export async function readElements(
  reader: BatchReader,
  items: readonly StoredItem[],
): Promise<ReadonlyMap<string, Json[]>> {
  const ids = items.filter(isBatch).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { database, address } = reader;
  const rows = await withTenantPipelined(database, address.orgId, (tx) => selectElements(tx, address, ids));
  return new Map(
    await Promise.all(
      rows.map(async ({ batch_item: id, sealed }) => {
        const opened = await Promise.all(sealed.map((element) => openSealed(reader, element)));
        return [id, opened.map(toOutput)] as const;
      }),
    ),
  );
}

/** What became of the batches of items whose waits are over, by the ids of these: what their steps make their outputs of. */
export async function readBatched(
  reader: BatchReader,
  items: readonly ResumedItem[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const batched = items.filter(({ wait_kind: kind, wait_status: status }) => kind === 'batch' && status === 'answered');
  if (batched.length === 0) return new Map();
  const { database, address } = reader;
  const rows = await withTenantPipelined(database, address.orgId, (tx) =>
    selectBatchEnds(
      tx,
      address,
      batched.map(({ wait_id: id }) => id),
    ),
  );
  const answers = await Promise.all(rows.map(async (row) => [row.wait_ids, await toAnswer(reader, row)] as const));
  const byWait = new Map(answers.flatMap(([ids, answer]) => ids.map((id) => [id, answer] as const)));
  return new Map(
    batched.flatMap(({ id, wait_id: waitId }) => {
      const answer = byWait.get(waitId);
      return answer === undefined ? [] : [[id, answer] as const];
    }),
  );
}

const failure = z.object({ code: z.string(), message: z.string() });

async function toAnswer(reader: BatchReader, row: BatchEnd): Promise<JsonObject> {
  const { id, status: outcome, size, step } = row;
  const itemId = toId('item', id);
  if (outcome === 'failed') {
    const why = row.in_doubt || row.sealed === null ? inDoubt : failure.parse(await openSealed(reader, row.sealed));
    return { outcome, item_id: itemId, step, code: why.code, message: why.message };
  }
  const steps: JsonObject = {};
  for (const { step: name, sealed } of row.outputs) steps[name] = toOutput(await openSealed(reader, sealed));
  return { outcome, item_id: itemId, size, steps };
}

function toOutput(value: Json): Json {
  return isJsonObject(value) ? (value[outputMember] ?? null) : null;
}
