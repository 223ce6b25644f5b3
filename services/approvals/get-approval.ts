import { notFound } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { definitionSchema } from '../../flow/definition.ts';
import { listAllSteps } from '../../flow/list-steps.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { type ApprovalDetail, type ApprovalRow, toApprovalRecord } from './approval.ts';
import { selectApprovals } from './select-approvals.ts';

/** Reads an approval with its form. @throws {HubError} `not_found` */
export function getApproval({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<ApprovalDetail> {
  requireScope(ctx, 'runs:read');
  const id = toLookup('approval', input.id);
  return inTenant(ctx, async (tx) => {
    const row = await requireApproval(tx, ctx, id);
    return toApprovalDetail(row, await readForm(tx, ctx, row));
  });
}

export function toApprovalDetail(row: ApprovalRow, form: JsonObject | undefined): ApprovalDetail {
  return { ...toApprovalRecord(row), ...(form === undefined ? {} : { form }) };
}

/** @throws {HubError} `not_found` */
export async function requireApproval(tx: Transaction, ctx: ServiceContext, id: string): Promise<ApprovalRow> {
  const [row] = await selectApprovals(
    tx,
    ctx,
    tx.sql`where waits.org_id = ${ctx.orgId} and waits.id = ${id} and waits.kind = 'approval'
      ${whereWithinReach(tx, ctx, 'waits.integration_id')}`,
  );
  if (row === undefined) throw notFound();
  return row;
}

/** The form of an approval, as the revision has it that the run of its item goes by. */
export async function readForm(
  { sql }: Transaction,
  { orgId }: ServiceContext,
  { run_id: runId, step }: ApprovalRow,
): Promise<JsonObject | undefined> {
  const [row] = await sql<{ definition: unknown }[]>`
    select definition from runs join integration_revisions as used
      on used.org_id = runs.org_id and used.integration_id = runs.integration_id and used.revision = runs.revision
    where runs.org_id = ${orgId} and runs.id = ${runId}`;
  if (row === undefined) return undefined;
  const definition = definitionSchema.parse(row.definition);
  for (const { step: listed } of listAllSteps(definition)) if (listed.id === step) return listed.wait?.form;
  return undefined;
}
