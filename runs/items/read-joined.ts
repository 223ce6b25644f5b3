import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { withTenantPipelined } from '../../drizzle/index.ts';
import { type ChildrenResult, inDoubt, isSplit, type StepProblem, type Undoable } from '../../flow/index.ts';
import { type JoinedRow, selectJoined } from './child-statements.ts';
import type { StoredItem } from './item-rows.ts';
import { selectUndoable, type UndoableRow } from './undo/undo-statements.ts';
import { outputMember, readOutput } from './sealed/origins.ts';
import { openSealed } from './sealed/open-sealed.ts';
import type { ItemReader } from './read-items.ts';

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
  const undoing = ids.filter((id) => rows.some((row) => row.id === id && row.failed > 0));
  const perItem = [...reader.flow.steps.values()].filter((step) => step.kind === 'action' && step.effectOf === 'item');
  const undoable =
    undoing.length === 0
      ? []
      : await withTenantPipelined(database, address.orgId, (tx) =>
          selectUndoable(tx, address, { ids: undoing, perItem: perItem.map(({ id }) => id) }),
        );
  return new Map(
    await Promise.all(
      rows.map(
        async (row) =>
          [
            row.id,
            await toResult(
              reader,
              row,
              undoable.filter(({ id }) => id === row.id),
            ),
          ] as const,
      ),
    ),
  );
}

function mayHaveChildren({ flow }: ItemReader, { step, settled }: StoredItem): boolean {
  const at = flow.steps.get(step ?? '');
  return settled !== null && at !== undefined && isSplit(at);
}

async function toResult(reader: ItemReader, row: JoinedRow, undoable: readonly UndoableRow[]): Promise<ChildrenResult> {
  const { total, succeeded, failed: count, child, step, collected } = row;
  const opened = await Promise.all((collected ?? []).map((sealed) => openSealed(reader, sealed)));
  const problem = count === 0 ? undefined : await readProblem(reader, row.sealed);
  const outputs: JsonObject = {};
  for (const { step: id, sealed } of row.outputs) outputs[id] = toOutput(await openSealed(reader, sealed));
  return {
    total,
    succeeded,
    hasFinally: row.has_finally,
    undo: { next: await Promise.all(undoable.map((one) => toUndoable(reader, one))), hasFailed: row.undo_failed },
    outputs,
    stopped: row.stopped ?? undefined,
    failed: problem && { count, name: child ?? '', step: step ?? '', problem },
    collected:
      collected === null
        ? undefined
        : opened.map((value) => (isJsonObject(value) ? (value[outputMember] ?? null) : null)),
  };
}

async function toUndoable(
  reader: ItemReader,
  { step, item_id: itemId, subject, undo }: UndoableRow,
): Promise<Undoable> {
  return { step, itemId, subject, undo: await openSealed(reader, undo) };
}

function toOutput(value: Json): Json {
  return isJsonObject(value) ? (readOutput(value) ?? null) : null;
}

const failure = z.object({ code: z.string(), message: z.string(), culprit: z.string().optional() });

async function readProblem(reader: ItemReader, sealed: string | null): Promise<StepProblem> {
  return sealed === null ? inDoubt : failure.parse(await openSealed(reader, sealed));
}
