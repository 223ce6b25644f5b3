import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import { HubError, invalidRequest } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { compileSchema } from '../../transforms/validation/index.ts';
import { createSealer } from '../../vault/seal.ts';
import { writeAudit } from '../audit-events/audit.ts';
import { carryOn, lockLeft } from '../runs/queue/carry-on.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import type { ApprovalDetail, ApprovalRow } from './approval.ts';
import { readForm, requireApproval, toApprovalDetail } from './get-approval.ts';

const comment = z
  .string()
  .min(1)
  .max(2000)
  .optional()
  .meta({ description: 'Why. Later steps read it as `steps.ID.comment`.' });

export const approveInput = z
  .strictObject({
    comment,
    form: z
      .record(z.string(), freeJson)
      .optional()
      .meta({ description: 'Values that fit the form of the approval. Later steps read them as `steps.ID.form`.' }),
  })
  .meta({ id: 'ApproveInput' });
export const rejectInput = z.strictObject({ comment }).meta({ id: 'RejectInput' });

interface Decision {
  id: string;
  decision: 'approve' | 'reject';
  comment?: string | undefined;
  form?: JsonObject | undefined;
}

/**
 * Decides on an approval, and lets its item go on where that settles it: as many approve as are needed, or one rejects. A run
 * that has ended and left the item is followed by one that takes it over.
 *
 * @idempotency Each may decide once, and nobody after it is settled.
 * @throws {HubError} `not_found`; `forbidden` for who may not decide; `invalid_state` where it is settled, or the caller has
 *   decided; `invalid_request` for values that do not fit the form.
 */
export async function decideApproval({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Decision;
}): Promise<ApprovalDetail> {
  requireScope(ctx, 'runs:approve');
  const id = toLookup('approval', input.id);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    await Promise.all([
      lockLeft(tx, ctx.orgId, sql`(select item_id from waits where org_id = ${ctx.orgId} and id = ${id})`),
      sql`select 1 from waits where org_id = ${ctx.orgId} and id = ${id} for update`,
    ]);
    const row = await requireApproval(tx, ctx, id);
    const form = await readForm(tx, ctx, row);
    requireUndecided(ctx, row);
    if (input.decision === 'approve') requireValues(form, input.form);
    await store(tx, ctx, row, input);
    return toApprovalDetail(await requireApproval(tx, ctx, id), form);
  });
}

/** @throws {HubError} as `decideApproval` */
function requireUndecided({ actor }: ServiceContext, row: ApprovalRow): void {
  const details = { status: row.status };
  if (row.status !== 'open') throw new HubError('invalid_state', messages.approvalSettled, { details });
  if (row.may_decide) return;
  if (row.decisions.some((said) => said.actor === actor))
    throw new HubError('invalid_state', messages.approvalDecided, { details });
  const isOwn = row.not_by === actor;
  throw new HubError('forbidden', isOwn ? messages.approvalOwn : messages.approvalOfOthers, {
    details: { approvers: row.approvers ?? [] },
  });
}

/** @throws {HubError} `invalid_request` */
function requireValues(form: JsonObject | undefined, values: JsonObject | undefined): void {
  if (form === undefined) {
    if (values === undefined) return;
    throw invalidRequest(messages.bodyInvalid, [
      { path: 'form', code: 'no_form', message: messages.approvalHasNoForm },
    ]);
  }
  const compiled = compileSchema(form, 'form', 'invalid_form');
  const problem = compiled.ok ? compiled.validate(values ?? {}) : undefined;
  if (problem !== undefined)
    throw invalidRequest(messages.bodyInvalid, [{ path: 'form', code: 'invalid_form', message: problem.message }]);
}

async function store(
  tx: Transaction,
  ctx: ServiceContext,
  row: ApprovalRow,
  { decision, comment: why, form }: Decision,
): Promise<void> {
  const { orgId } = ctx;
  const { id, integration_id: integrationId, run_id: runId, quorum } = row;
  const sealer = form && (await createSealer(ctx.publicKeys, { purpose: 'record', orgId, integrationId }));
  const agreed = row.decisions.filter((said) => said.decision === 'approve').length + 1;
  const isSettled = decision === 'reject' || agreed >= (quorum ?? 1);
  const status = decision === 'reject' ? 'rejected' : 'approved';
  await Promise.all([
    tx.sql`
      insert into approval_decisions (org_id, wait_id, actor, decision, comment, sealed, created_at)
      values (${orgId}, ${id}, ${ctx.actor}, ${decision}, ${why ?? null}, ${sealer?.seal(form ?? {}) ?? null},
        clock_timestamp())`,
    isSettled &&
      tx.sql`
        update waits set status = ${status}, ended_at = clock_timestamp()
        where org_id = ${orgId} and id = ${id} and status = 'open'`,
    writeAudit(tx, ctx, {
      action: decision === 'approve' ? 'approval.approved' : 'approval.rejected',
      resourceId: toId('approval', id),
      changes: {
        integration_id: toId('integration', integrationId),
        run_id: toId('run', runId),
        item_id: toId('item', row.item_id),
        step: row.step,
        message: row.message ?? '',
        ...(why === undefined ? {} : { comment: why }),
        settled: isSettled,
      },
    }),
  ]);
  if (isSettled) await carryOn(tx, ctx, { orgId, runId, itemId: row.item_id });
}
