import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { HubError, invalidRequest } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { readPastRun } from '../runs/read-past-run.ts';
import { requireRun } from '../runs/require-run.ts';
import { requireSameSource } from '../runs/retry/require-same-source.ts';
import { presentRevision } from '../runs/queue/require-runnable.ts';
import { openQueue } from '../runs/queue/run-queue.ts';
import { startRun } from '../runs/queue/start-run.ts';
import type { DeadLetterSelection } from '../runs/run-options.ts';
import { type RunRecord, type RunRow, toRunRecord } from '../runs/run.ts';
import type { AuditEntry } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { Json } from '../../core/json.ts';
import { idOf, toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { takeNewest } from './failed-item-changes.ts';
import {
  type FailedItem,
  isInDoubt,
  isSuperseded,
  refuseInDoubt,
  refuseSuperseded,
  selectFailed,
} from './failed-items.ts';
import { requireItem } from './require-item.ts';

/** Items that one request tries again. */
const retriedMax = 1000;

export const retryItemInput = z
  .strictObject({
    with: z.literal('newest').optional().meta({
      description:
        'Tries it with the record of the newest item of its record, where there is one. Outputs of earlier steps stay.',
    }),
    assume: z.enum(['done', 'not_done']).optional().meta({
      description:
        'Of an item whose write is in doubt: what a person found out. `done` goes on behind the step, `not_done` writes again.',
    }),
  })
  .meta({ id: 'RetryItemInput', description: 'How an item is tried again.' });

/**
 * Makes a run that tries an item again which failed, at the step that failed, on the present revision.
 *
 * @throws {HubError} `not_found`; `invalid_state` for one that has not failed, a child, one that a newer item of its record stands for,
 *   or whose write is in doubt; `invalid_request`; and as `startRun`.
 */
export async function retryItem({
  ctx,
  input: { id: itemId, with: newest, assume },
}: {
  ctx: ServiceContext;
  input: z.infer<typeof retryItemInput> & { id: string };
}): Promise<RunRecord> {
  requireScope(ctx, 'runs:write');
  const { orgId } = ctx;
  const id = toLookup('item', itemId);
  const row = await inTenant(ctx, async (tx) => {
    const item = await requireItem(tx, ctx, id);
    if (item.parent_id !== null) throw new HubError('invalid_state', messages.itemIsChildOf);
    return startRetry(tx, ctx, toId('run', item.run_id), {
      action: 'item.retried',
      resourceId: itemId,
      changes: { ...(newest === undefined ? {} : { with: newest }), ...(assume === undefined ? {} : { assume }) },
      select: async () => {
        const [failed] = await selectFailed(tx, orgId, tx.sql`i.id = ${id}`, {
          limit: 1,
          resolved: newest !== undefined,
        });
        if (failed === undefined)
          throw new HubError('invalid_state', messages.itemNotFailed, { details: { status: item.status } });
        checkDoubt(failed, assume !== undefined);
        if (newest === undefined && isSuperseded(failed)) throw refuseSuperseded(failed, messages.itemSuperseded);
        if (newest !== undefined) await useNewest(tx, orgId, failed);
        return {
          run: failed.run_id,
          ids: [failed.dead_letter_id],
          ...(newest === undefined ? {} : { newest: true }),
          ...(assume === undefined ? {} : { assume }),
        };
      },
    });
  });
  return toRunRecord(row, ctx.temporal);
}

function checkDoubt(failed: FailedItem, isAssumed: boolean): void {
  if (isInDoubt(failed) === isAssumed) return;
  if (!isAssumed) throw refuseInDoubt();
  throw invalidRequest(messages.bodyInvalid, [
    { path: 'assume', code: 'not_in_doubt', message: messages.itemNotInDoubt },
  ]);
}

async function useNewest(tx: Transaction, orgId: string, failed: FailedItem): Promise<void> {
  if (failed.newer_id === null) return;
  const isOpen = failed.newer_status !== 'succeeded' && failed.newer_status !== 'skipped';
  if (isOpen || failed.newer_change === 'deleted') throw refuseSuperseded(failed, messages.itemNewestNotOver);
  await takeNewest(tx, orgId, { id: failed.id, deadLetterId: failed.dead_letter_id, newestId: failed.newer_id });
}

export const retryRunItemsInput = z
  .strictObject({
    step: z.string().min(1).max(64).optional().meta({ description: 'Only those that failed at this step.' }),
    code: z.string().min(1).max(64).optional().meta({ description: 'Only those that failed so.' }),
    key: z.string().min(1).max(1024).optional().meta({ description: 'Only those of the record with this key.' }),
    with: z.literal('newest').optional().meta({
      description:
        'Also those that a newer item of their record stands for, with the record of that, where it has succeeded.',
    }),
  })
  .meta({ id: 'RetryItemsInput', description: 'Which items of the run are tried again. Default: all that failed.' });

export const retriedItems = z
  .object({
    run_id: idOf('run').meta({ description: 'The run that tries them.' }),
    items: z
      .int()
      .min(0)
      .meta({ description: `How many are tried again, at most ${retriedMax}.` }),
    in_doubt: z
      .int()
      .min(0)
      .meta({ description: 'How many are left out, since a person must find out what became of a write.' }),
    superseded: z
      .int()
      .min(0)
      .meta({ description: 'How many are left out, since a newer item of their record stands for them.' }),
    has_more: z.boolean().meta({ description: 'There are more: ask again when the run is over.' }),
  })
  .meta({ id: 'RetriedItems', description: 'How many items are tried again.' });

/**
 * Makes a run that tries items again which failed in a run.
 *
 * @throws {HubError} `not_found`; `invalid_state` where there is none to try; and as `startRun`.
 */
export async function retryRunItems({
  ctx,
  input: { id: runId, ...filter },
}: {
  ctx: ServiceContext;
  input: z.infer<typeof retryRunItemsInput> & { id: string };
}): Promise<z.infer<typeof retriedItems>> {
  requireScope(ctx, 'runs:write');
  const { orgId } = ctx;
  const id = toLookup('run', runId);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    await requireRun(tx, ctx, id);
    const { step, code, key, with: newest } = filter;
    const counts = { items: 0, in_doubt: 0, superseded: 0, has_more: false };
    const changes: Record<string, Json> = { counts };
    for (const [name, value] of Object.entries(filter)) if (value !== undefined) changes[name] = value;
    const row = await startRetry(tx, ctx, runId, {
      action: 'run.items_retried',
      resourceId: runId,
      changes,
      select: async () => {
        const where = sql`d.run_id = ${id}
          ${step === undefined ? sql`` : sql`and i.step = ${step}`}
          ${code === undefined ? sql`` : sql`and d.code = ${code}`}
          ${key === undefined ? sql`` : sql`and i.key = ${key}`}`;
        const found = await selectFailed(tx, orgId, where, { limit: retriedMax + 1, resolved: newest !== undefined });
        counts.has_more = found.length > retriedMax;
        const chosen: FailedItem[] = [];
        for (const failed of found.slice(0, retriedMax)) {
          const replaced = isSuperseded(failed);
          const canReplace =
            newest !== undefined && failed.newer_status === 'succeeded' && failed.newer_change !== 'deleted';
          if (isInDoubt(failed)) counts.in_doubt += 1;
          else if (replaced && !canReplace) counts.superseded += 1;
          else {
            if (replaced && failed.newer_id !== null)
              await takeNewest(tx, orgId, {
                id: failed.id,
                deadLetterId: failed.dead_letter_id,
                newestId: failed.newer_id,
              });
            chosen.push(failed);
          }
        }
        counts.items = chosen.length;
        if (chosen.length === 0) throw new HubError('invalid_state', messages.itemsNotRetryable, { details: counts });
        return {
          run: id,
          ids: chosen.map(({ dead_letter_id: of }) => of),
          ...(newest === undefined ? {} : { newest: true }),
        };
      },
    });
    return { run_id: toId('run', row.id), ...counts };
  });
}

/** @param wanted.select Chooses the failed records once the integration is known to be runnable. */
export async function startRetry(
  tx: Transaction,
  ctx: ServiceContext,
  pastId: string,
  wanted: {
    action: AuditEntry['action'];
    resourceId: string;
    changes: Readonly<Record<string, Json>>;
    select: (revision: number) => Promise<DeadLetterSelection>;
  },
): Promise<RunRow & { integration_name: string }> {
  const { orgId } = ctx;
  const past = await readPastRun(tx, orgId, pastId);
  const queue = await openQueue(tx, { orgId, integrationId: past.integration_id, trigger: 'retry' });
  const { action, resourceId, changes } = wanted;
  return startRun(tx, queue, {
    workflowId: past.workflow_id,
    options: async () => {
      const revision = presentRevision(queue.integration);
      await requireSameSource(tx, orgId, past, revision);
      return { letters: await wanted.select(revision) };
    },
    retryOf: past.id,
    now: toTimestamp(ctx.clock.now()),
    request: { ctx, action, resourceId, changes },
  });
}
