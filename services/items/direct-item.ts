import type { WaitKind } from '../../core/enums.ts';
import { HubError } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { Definition } from '../../flow/definition.ts';
import type { Flow } from '../../flow/index.ts';
import { inspectDefinition } from '../integrations/validation/check-definition.ts';
import { requireUsable } from '../integrations/validation/readiness.ts';
import { readPastRun } from '../runs/read-past-run.ts';
import { callUp } from '../runs/queue/wake-run.ts';
import type { RunRow } from '../runs/run.ts';
import type { ServiceContext } from '../shared/context.ts';
import {
  type FailedItem,
  isInDoubt,
  isSuperseded,
  refuseInDoubt,
  refuseSuperseded,
  selectFailed,
} from './failed-items.ts';
import type { ItemRow } from './item.ts';
import { requireItem } from './require-item.ts';
import { startRetry } from './retry-items.ts';
import type { AuditEntry } from '../audit-events/audit.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { Json } from '../../core/json.ts';
import type { FieldType } from '../../transforms/schema/field-type.ts';

/** The flow that an item goes on in. */
export interface Ahead {
  definition: Definition;
  flow: Flow;
  /** What its steps leave, by their ids. */
  outputs: ReadonlyMap<string, FieldType>;
}

/** A person sends an item somewhere. */
export interface Direction {
  action: AuditEntry['action'];
  changes: Readonly<Record<string, Json>>;
  /** Changes the item, which is parked or has failed, and that nobody else moves. Throws where it cannot go there. */
  change: (tx: Transaction, item: ItemRow & { step: string }, ahead: Ahead) => Promise<void>;
}

/**
 * Lets a person send an item somewhere that waits, in its run, or that failed, by a run of its own on the present revision.
 *
 * One that waits has no effect under way, so nobody but the answer that it waits for can move it.
 *
 * @returns the item, and the run that was made for it.
 * @throws {HubError} `not_found`; `invalid_state` for an item that neither waits nor failed, and for one whose way is not clear: a write
 *   in doubt, an unfinished undo, a newer item of its record, children on their way; and as `startRun`.
 */
export async function directItem(
  tx: Transaction,
  ctx: ServiceContext,
  id: string,
  direction: Direction,
): Promise<{ item: ItemRow; run: (RunRow & { integration_name: string }) | undefined }> {
  const item = await requireItem(tx, ctx, id);
  if (item.child === 'then' || item.child === 'finally') throw new HubError('invalid_state', messages.itemOfRun);
  const run = item.status === 'failed' ? await directFailed(tx, ctx, item, direction) : undefined;
  if (run === undefined) await directParked(tx, ctx, item, direction);
  return { item: await requireItem(tx, ctx, id), run };
}

async function directFailed(
  tx: Transaction,
  ctx: ServiceContext,
  item: ItemRow,
  { action, changes, change }: Direction,
): Promise<RunRow & { integration_name: string }> {
  const { orgId } = ctx;
  if (item.parent_id !== null) throw new HubError('invalid_state', messages.itemIsChildOf);
  return startRetry(tx, ctx, toId('run', item.run_id), {
    action,
    resourceId: toId('item', item.id),
    changes,
    select: async (revision) => {
      const [failed] = await selectFailed(tx, orgId, tx.sql`i.id = ${item.id}`, { limit: 1, resolved: true });
      if (failed?.step === undefined || failed.step === null) throw refuseState(item);
      await requireClear(tx, orgId, item, failed);
      await change(tx, { ...item, step: failed.step }, await readAhead(tx, ctx, item, revision));
      return { run: failed.run_id, ids: [failed.dead_letter_id] };
    },
  });
}

async function requireClear(tx: Transaction, orgId: string, item: ItemRow, failed: FailedItem): Promise<void> {
  if (isInDoubt(failed)) throw refuseInDoubt();
  if (failed.settled === 'undo_failed')
    throw new HubError('invalid_state', messages.itemUndoFailed, { details: { reason: 'undo_failed' } });
  if (isSuperseded(failed)) throw refuseSuperseded(failed, messages.itemSupersededHere);
  const [child] = await tx.sql<{ settled: string | null }[]>`
    select settled from items
    where org_id = ${orgId} and integration_id = ${item.integration_id} and key = ${item.key} and seq = ${item.seq}
      and parent_id is not null and (ended_at is null or settled in ('in_doubt', 'undo_failed'))
    order by settled nulls last limit 1`;
  if (child === undefined) return;
  throw new HubError('invalid_state', messages.itemChildrenOpen, { details: { reason: child.settled ?? 'children' } });
}

async function directParked(
  tx: Transaction,
  ctx: ServiceContext,
  item: ItemRow,
  { action, changes, change }: Direction,
): Promise<void> {
  const { orgId } = ctx;
  if (item.status !== 'parked' || item.cancel_requested_at !== null) throw refuseState(item);
  // The wait comes first, as for those who answer it.
  const [wait] = await tx.sql<{ kind: WaitKind }[]>`
    update waits set status = 'withdrawn', settled = true, ended_at = clock_timestamp()
    where org_id = ${orgId} and item_id = ${item.id} and status = 'open' and not settled returning kind`;
  if (wait === undefined)
    throw new HubError('invalid_state', messages.itemAnswered, { details: { reason: 'answered' } });
  if (wait.kind === 'call' || wait.kind === 'sync')
    throw new HubError('invalid_state', messages.itemCalls, { details: { reason: 'calls' } });
  const [locked] = await tx.sql<{ step: string; passed: boolean; revision: number }[]>`
    select i.step, i.released and exists (
        select 1 from items as other where other.org_id = i.org_id and other.integration_id = i.integration_id and other.key = i.key
          and other.seq <> i.seq and other.parent_id is null and other.status in ('ready', 'parked') and not other.released
      ) as passed, runs.revision
    from items as i join runs on runs.org_id = i.org_id and runs.id = i.run_id
    where i.org_id = ${orgId} and i.id = ${item.id} and i.status = 'parked' and i.step is not null for update of i`;
  if (locked === undefined) throw refuseState(item);
  if (locked.passed) throw new HubError('invalid_state', messages.itemPassed, { details: { reason: 'passed' } });
  await change(tx, { ...item, step: locked.step }, await readAhead(tx, ctx, item, locked.revision));
  await tx.sql`
    update items set status = 'ready', released = false, updated_at = clock_timestamp() where org_id = ${orgId} and id = ${item.id}`;
  await writeAudit(tx, ctx, { action, resourceId: toId('item', item.id), changes });
  await callUp(tx, { orgId, runId: item.run_id });
}

async function readAhead(tx: Transaction, ctx: ServiceContext, item: ItemRow, revision: number): Promise<Ahead> {
  const [row] = await tx.sql<{ definition: Definition }[]>`
    select definition from integration_revisions
    where org_id = ${ctx.orgId} and integration_id = ${item.integration_id} and revision = ${revision}`;
  const definition = row?.definition ?? (await readPastRun(tx, ctx.orgId, toId('run', item.run_id))).definition;
  const { problems, flow } = await inspectDefinition(tx, ctx, definition);
  requireUsable(problems);
  if (flow === undefined) throw new HubError('invalid_state', messages.itemNoFlow);
  return { definition, flow: flow.flowFor({ now: 0 }), outputs: flow.outputs };
}

function refuseState({ status }: ItemRow): HubError {
  return new HubError('invalid_state', messages.itemNotDirectable, { details: { status } });
}
