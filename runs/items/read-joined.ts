import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { withTenantPipelined } from '../../drizzle/index.ts';
import { type ChildrenResult, isSplit } from '../../flow/index.ts';
import type { RecordProblem } from '../../transforms/problem.ts';
import { type JoinedRow, selectJoined } from './child-statements.ts';
import type { StoredItem } from './item-rows.ts';
import { type ItemReader, openSealed, outputMember } from './read-items.ts';

/** Reads what became of the children of items that go on behind them, by the ids of these. */
export async function readJoined(
  reader: ItemReader,
  items: readonly StoredItem[],
): Promise<ReadonlyMap<string, ChildrenResult>> {
  const ids = items.filter((item) => mayHaveChildren(reader, item)).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { database, address } = reader;
  const sharing = [...reader.flow.steps.values()].filter((step) => isSplit(step) && step.shares).map(({ id }) => id);
  const rows = await withTenantPipelined(database, address.orgId, (tx) => selectJoined(tx, address, { ids, sharing }));
  return new Map(await Promise.all(rows.map(async (row) => [row.id, await toResult(reader, row)] as const)));
}

function mayHaveChildren({ flow }: ItemReader, { step, settled }: StoredItem): boolean {
  const at = flow.steps.get(step ?? '');
  return settled !== null && at !== undefined && isSplit(at);
}

async function toResult(reader: ItemReader, row: JoinedRow): Promise<ChildrenResult> {
  const { total, succeeded, failed: count, child, step, collected } = row;
  const opened = await Promise.all((collected ?? []).map((sealed) => openSealed(reader, sealed)));
  const problem = count === 0 ? undefined : await readProblem(reader, row.sealed);
  const outputs: JsonObject = {};
  for (const { step: id, sealed } of row.outputs) outputs[id] = toOutput(await openSealed(reader, sealed));
  return {
    total,
    succeeded,
    hasFinally: row.has_finally,
    outputs,
    stopped: row.stopped ?? undefined,
    failed: problem && { count, name: child ?? '', step: step ?? '', problem },
    collected:
      collected === null
        ? undefined
        : opened.map((value) => (isJsonObject(value) ? (value[outputMember] ?? null) : null)),
  };
}

function toOutput(value: Json): Json {
  return isJsonObject(value) ? (value[outputMember] ?? null) : null;
}

const failure = z.object({ code: z.string(), message: z.string() });

async function readProblem(reader: ItemReader, sealed: string | null): Promise<RecordProblem> {
  return sealed === null ? inDoubt : failure.parse(await openSealed(reader, sealed));
}

/** Of what was given up as in doubt, no more is kept with the item. */
const inDoubt: RecordProblem = {
  code: 'in_doubt',
  message: 'The answer to its write was lost. Find out whether the target has it; it is not tried again.',
};
