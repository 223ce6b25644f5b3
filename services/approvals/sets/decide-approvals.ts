import { z } from 'zod';
import { HubError, invalidRequest, notFound } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { lockLeft } from '../../runs/queue/carry-on.ts';
import { decisionInput, requireValues } from '../decide-approval.ts';
import { readForm } from '../get-approval.ts';
import { readVoices } from '../voices.ts';
import {
  type ApprovalFilter,
  approvalFilter,
  approvalsAtOnceMax,
  hashSet,
  selectSet,
  whereMatching,
} from './approval-set.ts';
import { type Decided, storeDecisions } from './store-decisions.ts';

export const decideApprovalsInput = z
  .strictObject({
    decision: z.enum(['approve', 'reject']).meta({ description: 'What is decided on all of them.' }),
    ...decisionInput.shape,
    ...approvalFilter.shape,
    hash: z.string().max(64).optional().meta({
      description:
        'Of `GET /approvals/set`: nothing is decided where the set has changed since. Required without `ids`.',
    }),
  })
  .meta({ id: 'DecideApprovalsInput' });

export const decidedApprovals = z
  .object({
    decided: z.int().meta({
      description: 'On how many the caller decided: of those in `ids`, the open ones that they may decide on.',
    }),
    hash: z.string().meta({ description: 'Stands for which these were and what they asked, as in the audit log.' }),
  })
  .meta({ id: 'DecidedApprovals' });

/**
 * Decides on several approvals at once, all or none: on those in `ids` that are open and that the caller may decide on, or on the
 * set that was shown, as its `hash` says.
 *
 * @idempotency Each may decide once on each, so a repetition with `ids` finds none, and one with `hash` finds another set.
 * @throws {HubError} `not_found` for an id; `invalid_request` where values do not fit the form of one of them; `invalid_state` where the set is
 *   another than the one that was shown.
 */
export async function decideApprovals({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.output<typeof decideApprovalsInput>;
}): Promise<z.infer<typeof decidedApprovals>> {
  requireScope(ctx, 'runs:approve');
  const { decision, comment, form, hash, ...filter } = input;
  if (filter.ids === undefined && hash === undefined)
    throw invalidRequest(messages.bodyInvalid, [
      { path: 'hash', code: 'required', message: messages.approvalSetUnseen },
    ]);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    await requireKnown(tx, ctx, filter);
    const where = sql`${whereMatching(tx, ctx, filter)} and waits.status = 'open'`;
    await lockLeft(
      tx,
      ctx.orgId,
      sql`select waits.item_id from waits where ${where}`,
      sql`select waits.guarded_run_id from waits where ${where}`,
    );
    await sql`select 1 from waits where ${where} order by waits.id limit ${approvalsAtOnceMax} for update`;
    const voices = await readVoices(tx, ctx);
    const rows = (await selectSet(tx, ctx, voices, filter)).slice(0, approvalsAtOnceMax);
    const set = { count: rows.length, hash: hashSet(rows) };
    if (hash !== undefined && hash !== set.hash)
      throw new HubError('invalid_state', messages.approvalSetChanged, { details: set });
    if (decision === 'approve') {
      const steps = new Map(rows.map((row) => [`${row.run_id} ${row.step}`, row]));
      for (const row of steps.values()) requireValues(await readForm(tx, ctx, row), form);
    }
    const decided = rows.flatMap((row): Decided[] => {
      const voice = row.voice === null ? undefined : voices[row.voice];
      return voice === undefined ? [] : [{ row, voice }];
    });
    if (decided.length > 0) await storeDecisions(tx, ctx, decided, { decision, comment, form }, set);
    return { decided: decided.length, hash: set.hash };
  });
}

/** @throws {HubError} `not_found` where the caller may know of no approval with one of the ids. */
async function requireKnown(tx: Transaction, ctx: ServiceContext, { ids }: ApprovalFilter): Promise<void> {
  if (ids === undefined) return;
  const [found] = await tx.sql<{ count: number }[]>`
    select count(*)::int as count from waits where ${whereMatching(tx, ctx, { ids })}`;
  if (found === undefined || found.count < new Set(ids).size) throw notFound();
}
